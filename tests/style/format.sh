#!/bin/sh
# format.sh CLANG-FORMAT OPTION...: runs it over all C++ of src/ and tests/.
cd "$(dirname "$0")/../.." || exit 1
find src tests \( -name '*.cpp' -o -name '*.hpp' \) -exec "$@" {} +
