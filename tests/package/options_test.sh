#!/usr/bin/env bash
# Configures and builds the library without each of its optional parts, and without all of them. A
# missing part's packages must not be searched for, its use must be rejected at run time in one line
# that says how to get it, and everything else must work as before.
#   options_test.sh        every part in turn, each timed
#   options_test.sh PART   MTGAUGE_CLI, MTGAUGE_WITH_XML or all
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "options_test: $*" >&2
  exit 1
}

printf 'The tree stands by the river.\n' > "$work/ref"
printf 'A tree stands by the river.\n' > "$work/sys"
cat > "$work/t.xml" << 'END'
<?xml version='1.0' encoding='utf-8'?>
<dataset id="t"><doc id="d"><src><seg id="1">s</seg></src><ref translator="A"><seg id="1">a b</seg></ref>
<hyp system="one"><seg id="1">a b</seg></hyp></doc></dataset>
END

parts=(MTGAUGE_CLI MTGAUGE_WITH_XML)

# packages OPTION: prints packages that only this part needs, by their names in CMake's cache or
# find_package.
packages() {
  case $1 in
    MTGAUGE_CLI) echo tomlplusplus mimalloc ;;
    MTGAUGE_WITH_XML) echo LibXml2 ;;
  esac
}

# configure FOLDER OPTION...: configures with these parts off and all others on.
configure() {
  local folder=$1 part flags=()
  shift
  for part in "${parts[@]}"; do
    if [[ " $* " == *" $part "* ]]; then flags+=("-D$part=OFF"); else flags+=("-D$part=ON"); fi
  done
  cmake -S "$root" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DMTGAUGE_TESTS=OFF \
    "${flags[@]}" > "$work/log" 2>&1 || { cat "$work/log" >&2; fail "$*: cannot be configured"; }
}

# searches_nothing OPTION...: checks that configuring a new folder does not search for unneeded
# packages.
searches_nothing() {
  local option package
  rm -rf "$work/fresh"
  configure "$work/fresh" "$@"
  for option in "$@"; do
    for package in $(packages "$option"); do
      if grep -qi "^${package}[A-Z_]*:" "$work/fresh/CMakeCache.txt"; then
        fail "$option=OFF: $package is looked for"
      fi
    done
  done
}

# refuses BINARY OPTION ARGUMENT...: checks for exit code 2 and one line that names the option.
refuses() {
  local binary=$1 option=$2 code=0
  shift 2
  "$binary" "$@" > "$work/out" 2> "$work/err" || code=$?
  ((code == 2)) || fail "$option=OFF: '$*' exits with $code"
  [ ! -s "$work/out" ] || fail "$option=OFF: '$*' prints scores"
  [ "$(wc -l < "$work/err")" -eq 1 ] || fail "$option=OFF: '$*' says more than one line"
  grep -qF -- "-D$option=ON" "$work/err" || fail "$option=OFF: '$*' does not say how to get it"
}

# try OPTION...: builds with these parts off. All builds share a folder, so that only differences
# are compiled.
try() {
  local build=$work/build started=$SECONDS option package targets=(mtgauge_parallel mtgauge)
  searches_nothing "$@"
  configure "$build" "$@"
  if [[ " $* " == *" MTGAUGE_CLI "* ]]; then targets=(mtgauge_parallel); fi
  cmake --build "$build" --target "${targets[@]}" > "$work/log" 2>&1 ||
    { tail -n 40 "$work/log" >&2; fail "$*: cannot be built"; }
  if [[ " $* " == *" MTGAUGE_CLI "* ]]; then
    # The installed package must not require from its users what only the program needs.
    cmake --install "$build" --prefix "$work/prefix" > "$work/log" 2>&1 ||
      { cat "$work/log" >&2; fail "$*: cannot be installed"; }
    [ ! -e "$work/prefix/bin/mtgauge" ] || fail "$*: the program is installed"
    for package in nlohmann_json tomlplusplus mimalloc; do
      if grep -rqi "$package" "$work/prefix/lib" --include='*.cmake'; then
        fail "$*: the installed library asks for $package"
      fi
    done
    rm -rf "$work/prefix"
  else
    local binary=$build/cli/mtgauge
    [ "$("$binary" score "$work/ref" -i "$work/sys" -b)" = 80.9 ] || fail "$*: another score"
    for option in "$@"; do
      case $option in
        MTGAUGE_WITH_XML) refuses "$binary" "$option" score "$work/t.xml" -i "$work/t.xml" ;;
      esac
    done
  fi
  echo "without $*: $((SECONDS - started)) s"
}

case ${1:-} in
  '')
    for part in "${parts[@]}"; do try "$part"; done
    try "${parts[@]}"
    ;;
  all) try "${parts[@]}" ;;
  *) try "$1" ;;
esac
