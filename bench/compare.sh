#!/usr/bin/env bash
# Checks whether this working tree is slower than another commit.
#   bench/compare.sh BASE [--rounds N] [--pairs N] [--seconds S] [--filter REGEX] [--output FILE.json]
# Builds BASE (any revision of git) in build/compare and the working tree in build/release. Measures
# the whole job of e2e/run.sh and every micro benchmark under BASE, the working tree and BASE again,
# in turns. Exits with 1 if something became slower beyond the noise, as compare.py defines it.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
if [ $# -lt 1 ] || [ "${1#-}" != "$1" ]; then
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
commit=$(git -C "$root" rev-parse --verify --quiet "$1^{commit}") || {
  echo "error: git knows no commit '$1'" >&2
  exit 2
}
shift

build() {  # SOURCE
  mkdir -p "$1/build"
  (cd "$1" && cmake --preset release > build/configure.log 2>&1) || {
    cat "$1/build/configure.log" >&2
    return 1
  }
  local targets
  targets=$(ninja -C "$1/build/release" -t targets all | grep -oE '^[a-z]+_bench:' | tr -d : |
    sort -u)
  # shellcheck disable=SC2086  # a list
  cmake --build "$1/build/release" --target mtgauge mtgauge_generate $targets > "$1/build/build.log" || {
    tail -40 "$1/build/build.log" >&2
    return 1
  }
}

base=$root/build/compare/$commit
if [ ! -d "$base" ]; then
  git -C "$root" worktree prune
  git -C "$root" worktree add --quiet --detach "$base" "$commit"
fi
trap 'git -C "$root" worktree remove --force "$base"' EXIT
echo "building ${commit:0:12} and the working tree"
build "$base"
build "$root"

export MTGAUGE_BUILD=$root/build/release MTGAUGE=$root/build/release/cli/mtgauge
export MTGAUGE_ORACLE=${MTGAUGE_ORACLE:-none} MTGAUGE_SHARED=${MTGAUGE_SHARED:-$root/../shared}
# The files of METEOR and WordNet. Metrics whose files are missing are left out.
export METEOR_DATA=${METEOR_DATA:-$MTGAUGE_SHARED/data/meteor-1.5}
export WNSEARCHDIR=${WNSEARCHDIR:-/usr/share/wordnet}
PYTHONDONTWRITEBYTECODE=1 python3 "$root/bench/compare.py" "$base/build/release" \
  "$root/build/release" "$@"
