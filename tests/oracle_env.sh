#!/usr/bin/env bash
# Makes the virtual environments of reference tools for differential tests, build/oracle-venv and
# build/oracle-venv-numpy2, and prints the paths of their Pythons. Exits with 3 and a message if the
# packages are not available.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# regex 2026.11.19 has Unicode 18.0, like our newest tables.
pins=(sacrebleu==2.6.0 regex==2026.11.19 portalocker==4.4.2 tabulate==0.10.0 colorama==0.4.6
  lxml==6.1.3)

# From NumPy 2 on, float32 scalars and Python floats combine by other rules (NEP 50). 1.26 is the
# last of 1.x; 2.2 is the last that computes means of more than 8,192 values in the same order.
bash "$here/make_venv.sh" oracle-venv "${pins[@]}" numpy==1.26.4 scipy==1.13.1 nltk==3.9.1 \
  click==8.5.1 joblib==1.6.0 cloudpickle==3.1.2 tqdm==4.70.1
bash "$here/make_venv.sh" oracle-venv-numpy2 "${pins[@]}" numpy==2.2.6
