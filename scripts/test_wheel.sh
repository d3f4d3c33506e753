#!/usr/bin/env bash
# Build the wheel, install it into a fresh environment, and run the tests where no source tree
# can shadow it: what users install is what is tested.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
.venv/bin/python -m build --wheel --outdir "$place/dist" . >"$place/build.log" 2>&1 || { cat "$place/build.log"; exit 1; }
.venv/bin/python -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --upgrade pip
"$place/venv/bin/python" -m pip install --quiet "$place"/dist/*.whl
cp pyproject.toml "$place"
(cd "$place" && "$place/venv/bin/python" -m pip install --quiet --group dev)
cp -r tests scripts docs "$place"
cd "$place"
"$place/venv/bin/python" -m pytest -q -m "not clients"
