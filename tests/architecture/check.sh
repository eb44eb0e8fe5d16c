#!/bin/sh
# check.sh ROOT: the folders of src/ are those of the table in ARCHITECTURE.md, use each other only as it says (a
# folder may use what its row names, and what those may use) and have tests; only the front end knows LLVM; no file
# is too long; comments use the words of doc/glossary.md.
cd "$1" || exit 1
longest=600
failed=0
complain() {
  echo "$1"
  failed=1
}

# Rows look like: | `folder` | what it holds | other, folders |
allowed=$(awk -F'|' '
  /^\| `[a-z\/]+` \|/ {
    gsub(/[` ]/, "", $2); gsub(/[^a-z\/,]/, "", $4)
    folders[++count] = $2; uses[$2] = $4
  }
  function visit(folder, seen,    parts, n, i) {
    n = split(uses[folder], parts, ",")
    for (i = 1; i <= n; i++) if (parts[i] != "" && !(parts[i] in seen)) { seen[parts[i]] = 1; visit(parts[i], seen) }
  }
  END {
    for (f = 1; f <= count; f++) {
      split("", seen); visit(folders[f], seen)
      line = folders[f]
      for (u in seen) line = line " " u
      print line
    }
  }' ARCHITECTURE.md)
[ -n "$allowed" ] || complain "ARCHITECTURE.md has no table of folders"

# A folder that holds sources is a folder of its own: engines/bmc may use other things than engines.
folders=$(find src -mindepth 2 \( -name '*.?pp' -o -name '*.c' \) -exec dirname {} + | sort -u | sed 's|^src/||')

for folder in $folders; do
  row=$(printf '%s\n' "$allowed" | grep "^$folder\( \|\$\)")
  if [ -z "$row" ]; then
    complain "src/$folder is not in the table of ARCHITECTURE.md"
    continue
  fi
  # shellcheck disable=SC2013 # names of folders have no blanks
  for used in $(grep -shoE '^#include "[a-z/]+/' "src/$folder"/*.?pp | sed 's/.*"//; s|/$||' | sort -u); do
    [ "$used" = "$folder" ] && continue
    case " $row " in
    *" $used "*) ;;
    *) complain "src/$folder must not include $used/: $(grep -lE "^#include \"$used/[a-z_]+\.hpp" "src/$folder"/* | tr '\n' ' ')" ;;
    esac
  done
done

# Each folder named in the table exists: the rows themselves and what they use.
for named in $allowed; do
  printf '%s\n' "$folders" | grep -qxF -e "$named" ||
    complain "the table of ARCHITECTURE.md names $named, but there are no sources in src/$named"
done

# The tests of src/<folder> are in tests/<folder>, in C++, in shell or in C.
for folder in $folders; do
  tests=tests/$folder
  # Files without tests, such as helpers of tests, do not count.
  grep -qsE '^TEST(_F|_P)?\(|^test_[a-z0-9_]+\(\)|_Static_assert' "$tests"/*.cpp "$tests"/*_test.sh "$tests"/*.c ||
    complain "src/$folder has no tests in $tests"
done

using_llvm=$(grep -rlE '^#include [<"](llvm|clang)/' src | grep -v '^src/frontend/')
[ -z "$using_llvm" ] || complain "only src/frontend may include headers of LLVM and clang, not: $using_llvm"
if grep -qE '^#include [<"](llvm|clang)/' src/frontend/frontend.hpp src/frontend/task.hpp; then
  complain "the public headers of src/frontend must be free of LLVM"
fi

long=$(find src tests \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -path 'src/*.c' \) -exec wc -l {} + |
  awk -v most="$longest" '$2 != "total" && $1 > most { print $2 " has " $1 " lines; " most " is the most" }')
[ -z "$long" ] || complain "$long"

# Words that doc/glossary.md does not want in comments: subjects are things of the program, not people.
words='who|whom|whoever|whomever|nobody|somebody|everybody|someone|behind'
found=$(
  grep -rniE --include='*.[ch]' --include='*.?pp' "//.*\b($words)\b|^ *\*.*\b($words)\b" src tests examples bench
  grep -rniE --include='*.sh' --include='*.tts' --include='*.cbp' --include='*.spec' --include='*.yml' \
    "#.*\b($words)\b" tests examples bench | grep -v '^tests/architecture/check.sh:'
)
[ -z "$found" ] || complain "comments with words that doc/glossary.md does not use ($words):
$found"
exit $failed
