#!/bin/sh
# models.sh NM BITCODE DOCUMENT: every function that the models define has a row in doc/models.md, and every function
# that has a row is defined. Functions of Heddle itself have no rows.
nm=$1 bitcode=$2 document=$3
defined=$("$nm" --defined-only --extern-only "$bitcode" | awk '$2 == "T" { print $3 }' | grep -v '^__heddle_' | sort -u)
[ -n "$defined" ] || { echo "no functions in $bitcode"; exit 1; }
# The first column of a row of a table holds names in backquotes.
# shellcheck disable=SC2016 # these backquotes are text
listed=$(awk -F'|' '/^\| `/ { print $2 }' "$document" | grep -oE '`[A-Za-z0-9_]+`' | tr -d '`' | sort)
failed=0
for name in $defined; do
  printf '%s\n' "$listed" | grep -qxF -e "$name" || { echo "$name has a model but no row in $document"; failed=1; }
done
for name in $listed; do
  printf '%s\n' "$defined" | grep -qxF -e "$name" || { echo "$name has a row in $document but no model"; failed=1; }
done
for name in $(printf '%s\n' "$listed" | uniq -d); do
  echo "$name has two rows in $document"
  failed=1
done
exit $failed
