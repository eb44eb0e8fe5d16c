#!/bin/sh
# output_test.sh ROOT HEDDLE [--update]: runs the commands in the blocks of README.md, in ROOT, and compares their output
# with what the blocks show; with --update, writes it there.
#
# A command is a line `$ ./heddle ...` of a block, and its output goes to the next command or the end of the block; or a
# line `<!-- output of: ./heddle ... -->` right before a block that is its output. What a command prints must be the same
# on every machine, so it names an engine.
set -u
root=$1
heddle=$2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

cd "$root" || exit 1
awk -v heddle="$heddle" '
  function run(command, line) {
    sub(/^\.\/heddle /, heddle " ", command)
    command = command " 2>&1 </dev/null"
    while ((command | getline line) > 0) print line
    close(command)
    ++commands
  }
  /^```/ && inBlock { inBlock = isOutput = 0; print; next }
  /^```/ {
    inBlock = 1
    print
    if (hidden != "") { run(hidden); isOutput = 1 }
    hidden = ""
    next
  }
  inBlock && /^\$ \.\/heddle / {
    if (isOutput) print ""
    print
    run(substr($0, 3))
    isOutput = 1
    next
  }
  !isOutput { print }
  /^<!-- output of: / { hidden = $0; sub(/^<!-- output of: /, "", hidden); sub(/ -->$/, "", hidden) }
  END { print commands + 0 >counted }
' counted="$work/commands" README.md >"$work/README.md" || exit 1

[ "$(cat "$work/commands")" -ge 5 ] || { echo "only $(cat "$work/commands") commands found in README.md"; exit 1; }
if [ "${3-}" = --update ]; then
  cp "$work/README.md" README.md
  exit
fi
if ! diff -u README.md "$work/README.md"; then
  echo "README.md does not show what Heddle prints: tests/readme/output_test.sh . build/heddle --update rewrites it"
  exit 1
fi
echo "$(cat "$work/commands") commands print what README.md shows"
