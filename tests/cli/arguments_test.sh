# shellcheck shell=sh
# The arguments of the program.

# Fails for one command line only.
write_arguments() {
  program=$input/arguments.c
  cat >"$program" <<'C'
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc == 3 && argv[1][0] == '-' && argv[1][1] == 'n')
    assert(strcmp(argv[2], "xy") != 0);
  assert(argv[argc] == 0);
  return 0;
}
C
}

test_given_arguments_are_those_of_main() {
  write_arguments
  heddle verify "$program" -- -n xy
  expect_verdict false
  heddle verify "$program" -- -n yx
  expect_verdict true
  heddle verify "$program" -- -n xy extra --timeout
  expect_verdict true
}

test_no_arguments_after_the_dashes() {
  printf '#include <assert.h>\nint main(int argc, char **argv) {\n  assert(argc == 1 && argv[0] && !argv[1]);\n' \
    >"$input/none.c"
  printf '  return 0;\n}\n' >>"$input/none.c"
  heddle verify "$input/none.c" --
  expect_verdict true
  heddle verify "$input/none.c"
  expect_verdict false
}

test_the_name_of_the_program_is_that_of_the_file() {
  printf '#include <assert.h>\n#include <string.h>\nint main(int argc, char **argv) {\n' >"$input/named.c"
  printf '  (void)argc;\n  assert(strcmp(argv[0], "named") == 0);\n  return 0;\n}\n' >>"$input/named.c"
  heddle verify "$input/named.c" -- x
  expect_verdict true
}

test_arguments_may_be_changed_and_have_their_length() {
  printf 'int main(int argc, char **argv) {\n  if (argc > 1) argv[1][POSITION] = 0;\n  return 0;\n}\n' >"$input/change.c"
  heddle verify --property valid-memsafety -DPOSITION=3 "$input/change.c" -- abc
  expect_verdict true
  heddle verify --property valid-memsafety -DPOSITION=4 "$input/change.c" -- abc
  expect_verdict false
}

# A character is shown as such, and the command line as text.
test_arbitrary_arguments_are_shown_as_text() {
  write_arguments
  heddle verify "$program"
  expect_verdict false
  expect_out "input argv[1][0] → '-'"
  expect_out "input argv[2][2] → '\\0'"
  expect_out "arguments of the program: '-n…' 'xy'"
}

test_counterexample_with_given_arguments_replays() {
  write_arguments
  heddle verify --counterexample "$input/c.json" "$program" -- -n xy
  expect_verdict false
  heddle run --schedule "$input/c.json" "$program" -- -n xy
  expect_status 1
}

test_a_proof_records_the_arguments() {
  write_arguments
  heddle verify --engine lazy --proof "$input/proof" "$program" -- 'two words' ''
  expect_verdict true
  heddle check-proof "$input/proof" "$program"
  expect_status 0
  expect_out "two words"
}
