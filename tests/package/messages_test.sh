#!/usr/bin/env bash
# Tests that check_messages.sh finds a flag in a message, and nothing else.
#   messages_test.sh CHECK_MESSAGES
set -euo pipefail
check=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
mkdir -p "$root/core/text" "$root/parallel"

# expect WANTED LINE: checks that a file with this line passes (0) or fails (1).
expect() {
  printf '%s\n' "$2" > "$root/parallel/a.cc"
  local got=0
  bash "$check" "$root" > "$root/out" 2>&1 || got=$?
  if ((got != $1)); then
    echo "exit $got, not $1, for: $2" >&2
    cat "$root/out" >&2
    exit 1
  fi
}

expect 0 'int a;'
expect 0 'Error("`null` shifted; use `correction` holm");'
expect 0 'Error("en-de, a - b, {}-snowball, 3-gram, x->y");'
expect 0 'Call(-kMost, "text");  // as in "-i FILE"'
expect 0 "char c = '\"'; int b = -a; char d = '\"';"
expect 1 'Error("--null shifted");'
expect 1 'Error("name one with -i FILE");'
expect 1 'Error("as in (-tok zh)");'
expect 1 'Error("a \"quoted\" --by");'
expect 1 "char c = '\"'; Error(\"use --by\");"

# Another program's flag is allowed only in its own file.
echo '"iconv -f UTF-16 -t UTF-8"' > "$root/core/text/utf8.cc"
expect 0 'int a;'
expect 1 '"iconv -f UTF-16 -t UTF-8"'
rm -r "$root/core" "$root/parallel"
mkdir "$root/core" "$root/parallel"
if bash "$check" "$root" > /dev/null 2>&1; then
  echo "an empty root passes" >&2
  exit 1
fi
