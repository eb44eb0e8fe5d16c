#!/bin/sh
# format.sh CLANG-FORMAT OPTION...: runs it over all C++ of src/, tests/ and bench/.
cd "$(dirname "$0")/../.." || exit 1
find src tests bench \( -name '*.cpp' -o -name '*.hpp' \) -exec "$@" {} +
