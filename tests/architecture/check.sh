#!/bin/sh
# check.sh ROOT: the folders of src/ use each other only as the table in ARCHITECTURE.md says (a folder may
# use what its row names, and what those may use); only the front end knows LLVM; no file is too long.
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

# Every folder that holds sources is a folder of its own: engines/bmc may use other things than engines.
for folder in $(find src -name '*.?pp' -exec dirname {} + | sort -u | sed 's|^src/||'); do
  row=$(printf '%s\n' "$allowed" | grep "^$folder\( \|\$\)")
  if [ -z "$row" ]; then
    complain "src/$folder is not in the table of ARCHITECTURE.md"
    continue
  fi
  for used in $(grep -hoE '^#include "[a-z/]+/' "src/$folder"/*.?pp | sed 's/.*"//; s|/$||' | sort -u); do
    [ "$used" = "$folder" ] && continue
    case " $row " in
    *" $used "*) ;;
    *) complain "src/$folder must not include $used/: $(grep -lE "^#include \"$used/[a-z_]+\.hpp" "src/$folder"/* | tr '\n' ' ')" ;;
    esac
  done
done

for file in $(grep -rlE '^#include [<"](llvm|clang)/' src | grep -v '^src/frontend/'); do
  complain "$file includes LLVM's or clang's headers; only src/frontend may"
done
if grep -qE '^#include [<"](llvm|clang)/' src/frontend/frontend.hpp src/frontend/task.hpp; then
  complain "the public headers of src/frontend must be free of LLVM"
fi

long=$(find src tests \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' -o -path 'src/*.c' \) -exec wc -l {} + |
  awk -v most="$longest" '$2 != "total" && $1 > most { print $2 " has " $1 " lines; " most " is the most" }')
[ -z "$long" ] || complain "$long"
exit $failed
