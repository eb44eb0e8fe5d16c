#!/bin/sh
# tidy.sh ROOT COMPILER ARGUMENT...: takes the place of a compilation in the preset `tidy` (cmake/Tidy.cmake).
#
# It runs clang-tidy with the arguments of the compilation and, if there are no findings, writes an empty object
# file, so that ninja starts one process per file and remembers which files are clean. The preprocessed source,
# comments included because of NOLINT, is hashed together with the configuration: a file whose time stamp changed
# but whose text did not is not analysed again. Files outside of ROOT/src are not analysed. Several files are one unit,
# because most of the time goes into the headers, which clang-tidy traverses for each unit.
root=$1
shift
previous=
for argument in "$@"; do
  case $previous in
  -o) object=$argument ;;
  -c) source=$argument ;;
  -MF) dependencies=$argument ;;
  esac
  previous=$argument
done
case $source in
"$root"/src/* | "$root"/build-tidy/src/CMakeFiles/*/Unity/*) ;;
*)
  : >"$object"
  exit
  ;;
esac

"$@" -E -C -o "$object.ii" || exit 1 # also writes the dependency file for ninja
echo "$object: $root/.clang-tidy" >>"$dependencies"
hash=$({ clang-tidy-19 --version; cat "$root/.clang-tidy" "$object.ii"; } | sha256sum)
rm "$object.ii"
if [ "$hash" != "$(cat "$object.clean" 2>/dev/null)" ]; then
  shift # the compiler
  if ! clang-tidy-19 --quiet "$source" -- "$@" 2>"$object.errors"; then
    grep -v '[0-9] warnings* generated' "$object.errors" # standard error also counts what is suppressed
    exit 1
  fi
  echo "$hash" >"$object.clean"
fi
: >"$object"
