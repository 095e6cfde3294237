#!/usr/bin/env bash
# Makes the virtual environment of fastchrf, torchmetrics and evaluate for differential tests,
# build/modules-venv, and prints the path of its Python. torchmetrics is there without torch, which
# takes gigabytes: the test has a stand-in for what it uses. Exits with 3 and a message if the packages
# are not available.
set -euo pipefail
bash "$(dirname "$0")/make_venv.sh" modules-venv --no-deps fastchrf==0.2.1 torchmetrics==1.9.0 numpy==2.4.6 \
  typing_extensions==4.16.0 evaluate==0.4.6 datasets==5.2.0 huggingface_hub==2.4.0 sacrebleu==2.6.0 \
  sacremoses==0.2.0 aiohappyeyeballs==2.7.1 aiohttp==3.14.5 aiosignal==1.4.0 anyio==4.16.0 attrs==26.1.0 \
  certifi==2026.10.19.post1 charset-normalizer==3.5.3 click==8.5.1 colorama==0.4.6 dill==0.4.1 \
  filelock==4.3.1 frozenlist==1.8.0 fsspec==2026.9.0 h11==0.16.0 hf-xet==1.8.0 httpcore2==2.16.2 \
  httpx2==2.16.2 idna==3.20 joblib==1.6.0 lxml==6.1.3 multidict==7.2.1 multiprocess==0.70.19 packaging==26.4 \
  pandas==3.1.1 portalocker==4.4.2 propcache==0.5.4 pyarrow==26.0.1 python-dateutil==4.0.0 PyYAML==6.0.4 \
  regex==2026.11.19 requests==2.34.2 six==1.17.0 tabulate==0.10.0 tqdm==4.70.1 truststore==0.10.5 \
  tzdata==2026.6 cloudpickle==3.1.3 urllib3==2.8.0 xxhash==4.1.0 yarl==1.25.1
