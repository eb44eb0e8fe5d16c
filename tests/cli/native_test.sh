# shellcheck shell=sh
# heddle replay --native: the compiled program takes the interleaving of a counterexample.

needs_clang() { command -v clang-19 >/dev/null || skip "clang-19 is not installed"; }

save_lost_update() {
  needs_clang
  write_lost_update
  cd "$input" || exit 1
  heddle verify --engine explore --counterexample c.json lost_update.c
  expect_verdict false
}

test_native_run_fails_the_same_assertion() {
  save_lost_update
  heddle replay --native c.json
  expect_status 1
  expect_no_err
  grep -qx "the native run failed the same assertion (lost_update.c:[0-9]*)" "$out" || fail "not the same assertion"
}

test_output_of_the_program_is_shown() {
  needs_clang
  cat >"$input/printing.c" <<'C'
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  printf("%s\n", argv[1]);
  assert(argc != 2);
}
C
  heddle verify --engine explore --counterexample "$input/c.json" "$input/printing.c" -- hello
  expect_verdict false
  heddle replay --native "$input/c.json"
  expect_status 1
  expect_out "hello"
}

test_inputs_are_those_of_the_trace() {
  needs_clang
  cat >"$input/inputs.c" <<'C'
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = rand();
  char *p = malloc(1);
  assert(x != 17 || y != 23 || p);
}
C
  heddle verify --engine bmc --malloc-may-fail --counterexample "$input/c.json" "$input/inputs.c"
  expect_verdict false
  heddle replay --native "$input/c.json"
  expect_status 1
  expect_out "the native run failed the same assertion"
}

test_violation_that_the_machine_does_not_show_is_not_claimed() {
  needs_clang
  cat >"$input/static.c" <<'C'
int array[2], other[2];
int main(void) {
  int *p = array;
  return p[2];
}
C
  heddle verify --property valid-memsafety --engine explore --counterexample "$input/c.json" "$input/static.c"
  expect_verdict false
  heddle replay --native "$input/c.json"
  expect_status 3
  expect_out "the native run did not violate the property; it ended (accesses to static memory"
}

test_files_of_the_run_can_be_kept() {
  save_lost_update
  heddle replay --native --keep kept c.json
  expect_status 1
  expect_err "the binary is "
  [ -x kept/program ] || fail "no binary"
  [ -f kept/tables.c ] || fail "no tables"
}

test_gdb_stops_before_the_violation() {
  command -v gdb >/dev/null || skip "gdb is not installed"
  needs_clang
  write_lost_update
  heddle verify --engine explore --property no-data-race --counterexample "$input/c.json" "$program"
  expect_verdict false
  heddle replay --native --gdb "$input/c.json"
  expect_status 1
  expect_out "Breakpoint 1, heddleAhead"
  expect_out '"main"'
  expect_out '"T2"'
  grep -q "5.*counter++;" "$out" || fail "not stopped at the access"
}

test_gdb_and_keep_need_native() {
  write_lost_update
  heddle replay --gdb "$program"
  expect_status 2
  expect_err "--gdb needs --native"
}

test_sizes_of_ilp32_are_refused() {
  write_lost_update
  heddle verify --engine explore --data-model ILP32 --counterexample "$input/c.json" "$program"
  expect_verdict false
  heddle replay --native "$input/c.json"
  expect_status 2
  expect_err "--native: clang's instrumentation is for LP64"
}
