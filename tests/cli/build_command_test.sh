# shellcheck shell=sh
# Code as a build hands it over: options of compilers, compilation databases, options that are given twice.

# A program that fails unless -DWANTED=0 reaches clang.
write_wanted() {
  program=$input/wanted.c
  printf '#include <assert.h>\nint main(void) {\n  assert(WANTED == 0);\n  return 0;\n}\n' >"$program"
}

test_options_of_a_build_are_accepted() {
  write_wanted
  heddle verify -g -ggdb3 -O2 -Os -Wall -Wextra -Wno-unused -Werror -W -fPIC -fno-strict-aliasing -march=native \
    -msse4.2 -pthread -pipe -lpthread -l m -L/usr/lib -L lib -c -o wanted.o -MD -MF wanted.d -MT wanted.o -MP \
    -Wl,-z,now -Xlinker -rpath -static -shared -pedantic -DWANTED=0 "$program"
  expect_verdict true
  expect_no_err
}

test_verbose_lists_what_was_ignored_in_one_line() {
  write_wanted
  heddle verify --verbose -O2 -o wanted.o -DWANTED=0 "$program"
  expect_verdict true
  expect_err "heddle: note: options of the C compiler that have no effect here: -O2 -o wanted.o"
  [ "$(grep -c 'no effect here' "$err")" -eq 1 ] || fail "not one line"
}

test_options_that_change_the_meaning_are_not_ignored() {
  printf '#include <assert.h>\nint main(void) {\n  assert((char)-1 > 0 && sizeof(long) == 4);\n  return 0;\n}\n' \
    >"$input/meaning.c"
  heddle verify -m32 -funsigned-char "$input/meaning.c"
  expect_verdict true
  heddle verify -m32 "$input/meaning.c"
  expect_verdict false
  heddle verify -funsigned-char "$input/meaning.c"
  expect_verdict false
  heddle verify -m32 -m64 -funsigned-char "$input/meaning.c"
  expect_verdict false
}

test_macros_for_the_preprocessor_are_defined() {
  write_wanted
  heddle verify -Wp,-MD,x.d,-DWANTED=0 "$program"
  expect_verdict true
}

test_openmp_is_refused() {
  write_wanted
  heddle verify -fopenmp -DWANTED=0 "$program"
  expect_error "-fopenmp: Heddle does not follow the threads of OpenMP"
}

test_option_with_one_dash_too_few() {
  write_wanted
  heddle verify -DWANTED=0 -malloc-may-fail "$program"
  expect_error "unknown option -malloc-may-fail (did you mean --malloc-may-fail?)"
}

test_of_an_option_that_is_given_twice_the_last_counts() {
  write_wanted
  heddle verify --engine bmc --timeout 1s --engine explore --timeout 60s --data-model ILP32 --data-model LP64 \
    -DWANTED=1 -DWANTED=0 --stats "$program"
  expect_verdict true
  expect_out "engine explore"
  expect_out "(LP64, "
  heddle run --seed 1 --seed 2 --quiet --quiet -DWANTED=0 "$program"
  expect_status 0
}

# A project of three files and a test, with a database as bear writes it: relative directories, `arguments`.
write_project() {
  mkdir -p "$input/src/include" "$input/test" "$input/build"
  echo '#define STEP 1' >"$input/src/include/step.h"
  printf '#include "step.h"\nint next(int i) { return i + STEP; }\n' >"$input/src/next.c"
  printf '#include <assert.h>\nint next(int);\nint main(void) {\n  assert(next(OFFSET) == 2);\n  return 0;\n}\n' \
    >"$input/src/main.c"
  echo 'int main() { return 0; }' >"$input/test/main.cpp"
  cat >"$input/build/compile_commands.json" <<'JSON'
[
  {"directory": "../src", "file": "next.c", "output": "next.o",
   "arguments": ["/usr/bin/gcc", "-c", "-O2", "-Iinclude", "-o", "next.o", "next.c"]},
  {"directory": "..", "file": "src/main.c",
   "command": "ccache gcc -Wall '-DOFFSET=1' -MD -MF x.d -o \"build/main o\" -c src/main.c"},
  {"directory": "..", "file": "test/main.cpp", "command": "g++ -c test/main.cpp"}
]
JSON
}

test_database_selects_all_its_c_files() {
  write_project
  heddle verify -p "$input/build/"
  expect_verdict true
  expect_out "src/next.c"
  expect_out "src/main.c"
}

test_database_with_several_files() {
  write_project
  heddle verify -p "$input/build" "$input/src/main.c" "$input/src/next.c"
  expect_verdict true
}

test_files_of_a_database_by_regular_expression() {
  write_project
  heddle verify -p "$input/build" --files 'src/(main|next)\.c$'
  expect_verdict true
  heddle verify -p "$input/build" --files 'next' "$input/src/main.c"
  expect_verdict true
  heddle verify -p "$input/build" --files 'main' --assume extern:next=null
  expect_verdict false
  heddle verify -p "$input/build" --files 'nothing'
  expect_error "no C file in the compilation database matches --files nothing"
  heddle verify -p "$input/build" --files '('
  expect_error "--files (: is not a regular expression"
  heddle verify --files x "$input/src/main.c"
  expect_error "give its directory with -p"
}

# A harness that lies beside the project is compiled with the options of the project.
test_file_that_is_not_in_the_database() {
  write_project
  printf '#include <assert.h>\n#include "step.h"\nint next(int);\nint main(void) {\n  assert(next(3) == 3 + STEP);\n' \
    >"$input/harness.c"
  printf '  return 0;\n}\n' >>"$input/harness.c"
  heddle verify -p "$input/build" --files next "$input/harness.c"
  expect_verdict true
}

test_openmp_in_a_database_is_refused() {
  write_project
  sed -i 's/-O2/-fopenmp/' "$input/build/compile_commands.json"
  heddle verify -p "$input/build"
  expect_error "its command in the compilation database: -fopenmp"
  heddle verify -p "$input/build" "$input/src/main.c" --assume extern:next=null
  expect_verdict false
}
