#!/usr/bin/env bash
# Tests that check_sources.py finds its faults, and nothing else.
#   sources_test.sh PYTHON CHECK_SOURCES
set -euo pipefail
python=$1 check=$2
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/core" "$root/cli"
echo 'namespace n { class Known : public std::vector<int> { struct Part {}; }; }' > "$root/core/a.h"

# expect WANTED FILE CODE: checks that this file beside a.h passes (0) or fails (1).
expect() {
  printf '%s\n' "$3" > "$root/$2"
  local got=0
  "$python" "$check" "$root" > "$root/out" 2>&1 || got=$?
  if ((got != $1)); then
    echo "exit $got, not $1, for: $3" >&2
    cat "$root/out" >&2
    exit 1
  fi
  rm "$root/$2"
}

expect 1 cli/b.cc 'namespace n { struct Known { int a; }; }'
expect 1 cli/b.cc 'namespace n { namespace { int a; } enum class Known : char { kA }; }'
expect 1 cli/b.h 'namespace n { namespace { class [[nodiscard]] Known final {}; } }'
expect 0 cli/b.cc 'namespace n { namespace { struct Known { int a; }; } }'
expect 0 cli/b.cc 'namespace m { struct Known {}; struct Part {}; }'
expect 0 cli/b.cc 'namespace n { class Known; template <class Known> int F(Known a) { return 0; } }'
expect 0 cli/b.cc 'namespace n { void F() { struct Known {}; } struct Other { struct Known {}; }; }'
expect 0 cli/b.cc 'namespace n { /* struct Known { */ const char* a = "struct Known {"; }  // {'
expect 1 cli/b.cc 'double a = std::strtod("1", nullptr);'
expect 1 cli/b.cc 'double a = stod (text);'
expect 0 cli/b.cc 'double a = ParseNumber<double>("strtod(");  // not strtod()'
mkdir "$root/release"
expect 1 release/a.sh 'ls |'" grep -qx a"
expect 1 release/a.sh 'ls |'$'\n'"  grep -qx a"
expect 0 release/a.sh 'grep -qx a <(ls); ls | grep a'
rm -r "$root/core"
expect 1 cli/b.cc 'int a;'
