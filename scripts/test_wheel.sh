#!/usr/bin/env bash
# What users install is what is tested: the source archive, the wheel made from it, and every test
# in a fresh environment where no source tree can stand in for a file the wheel lacks.
set -euo pipefail
cd "$(dirname "$0")/.."
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

.venv/bin/python -m build --outdir "$place/dist" . >"$place/build.log" 2>&1 || {
  cat "$place/build.log"
  exit 1
}

# Every file of the four folders that are shipped is in the wheel. `git ls-files` tells which there
# are, so that what lies around untracked is not expected.
git ls-files reflect prompts templates sample_sessions |
  sed -E 's#^(prompts|templates|sample_sessions)/#reflect/\1/#' | sort >"$place/expected"
.venv/bin/python -m zipfile --list "$place"/dist/*.whl |
  sed -nE 's#^(reflect/[^ ].*[^ ]) +[0-9-]+ [0-9:]+ +[0-9]+$#\1#p' | sort >"$place/shipped"
comm -23 "$place/expected" "$place/shipped" >"$place/lacking"
if [ -s "$place/lacking" ]; then
  echo "the wheel lacks:"
  cat "$place/lacking"
  exit 1
fi

.venv/bin/python -m venv "$place/venv"
"$place/venv/bin/python" -m pip install --quiet --upgrade pip
"$place/venv/bin/python" -m pip install --quiet "$place"/dist/*.whl
# The tests and what they read, from the source archive, without the package. The samples stay, for
# the tests that compare them with their stories: what is installed never looks here.
tar -xzf "$place"/dist/*.tar.gz -C "$place" --strip-components=1
cd "$place"
rm -r reflect prompts templates
# Most of these files are never imported here.
"$place/venv/bin/python" -m pip install --quiet --no-compile --group dev
# The schemas are compared with their source in a checkout, where the script can write them.
"$place/venv/bin/python" -m pytest -q -n auto -m "not clients" \
  --deselect tests/reports/test_json_answer.py::test_schemas_are_closed_and_up_to_date "$@"
