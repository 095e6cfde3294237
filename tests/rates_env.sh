#!/usr/bin/env bash
# Makes the virtual environment of jiwer, kaldialign, charcut and Whisper's normalizers for
# differential tests, build/rates-venv, and prints the path of its Python. Exits with 3 and a message
# if the packages are not available.
set -euo pipefail
bash "$(dirname "$0")/make_venv.sh" rates-venv jiwer==4.0.0 rapidfuzz==3.14.6 kaldialign==0.12.0 \
  charcut==1.1.1 whisper-normalizer==0.1.15 sacrebleu==2.6.0 numpy==1.26.4 regex==2026.11.19 \
  portalocker==4.4.2 tabulate==0.10.0 colorama==0.4.6 lxml==6.1.3
