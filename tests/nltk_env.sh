#!/usr/bin/env bash
# Makes the virtual environment of NLTK and Google's rouge_score for differential tests and goldens,
# build/nltk-venv, and prints the path of its Python. Exits with 3 and a message if the packages are
# not available.
set -euo pipefail
bash "$(dirname "$0")/make_venv.sh" nltk-venv rouge-score==0.1.2 nltk==3.9.1 numpy==1.26.4 \
  absl-py==2.1.0 six==1.16.0 click==8.5.1 joblib==1.6.0 tqdm==4.70.1 sacrebleu==2.6.0 \
  regex==2026.11.19 portalocker==4.4.2 tabulate==0.10.0 colorama==0.4.6 lxml==6.1.3
