#!/usr/bin/env bash
# Makes the virtual environment of compare-mt for differential tests, build/comparemt-venv, and
# prints the path of its Python. Exits with 3 and a message if the packages are not available.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# Its requirements, which have no versions there, the undeclared six, and their requirements.
bash "$here/make_venv.sh" comparemt-venv compare-mt==0.2.10 nltk==3.9.1 numpy==1.26.4 matplotlib==3.9.2 \
  absl-py==2.5.1 six==1.17.0 sacrebleu==2.6.0 regex==2026.11.19 portalocker==4.4.2 tabulate==0.10.0 \
  colorama==0.4.6 lxml==6.1.3 click==8.5.1 joblib==1.6.0 cloudpickle==3.1.2 tqdm==4.70.1 \
  contourpy==1.3.3 cycler==0.12.1 fonttools==4.68.0 kiwisolver==1.5.1 \
  packaging==26.3 pillow==13.0.0 pyparsing==3.3.3 python-dateutil==4.0.0 tzdata==2026.6
