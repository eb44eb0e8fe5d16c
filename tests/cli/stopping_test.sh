# shellcheck shell=sh
# Time limit, memory limit, Ctrl-C and SIGTERM: an answer at once, with the reason. The tests wait for output of
# Heddle, not for a fixed time.

test_time_limit() {
  write_endless
  heddle verify --engine explore --timeout 1 "$program"
  expect_verdict "unknown (time limit of 1 s reached)"
}

test_time_limit_with_the_depth_that_was_reached() {
  write_counting
  heddle verify --engine bmc --timeout 1 "$program"
  expect_status 3
  expect_out 'unknown (time limit of 1 s reached; no violation up to depth '
}

test_time_limit_with_json() {
  write_endless
  heddle verify --engine explore --timeout 1s --format json "$program"
  expect_status 3
  expect_out '"reason": "time limit of 1 s reached"'
}

test_memory_limit() {
  write_endless
  heddle explore --memory-limit 200MB "$program"
  expect_verdict "unknown (memory limit of 200 MB reached)"
}

# Starts Heddle in the background, waits until it has printed what it checks, and sends it the signal $1.
interrupt_engine() {
  write_endless
  "$binary" verify --engine explore "$program" >"$out" 2>"$err" </dev/null &
  process=$!
  until grep -q '^checking' "$out" || ! kill -0 "$process" 2>/dev/null; do sleep 0.05; done
  kill "-$1" "$process"
  wait "$process"
  status=$?
}

test_ctrl_c() {
  interrupt_engine INT
  expect_verdict "unknown (interrupted)"
}

test_sigterm() {
  interrupt_engine TERM
  expect_verdict "unknown (interrupted)"
}

# Clang reads a named pipe without data, so it is still compiling when the signal arrives.
test_ctrl_c_during_compilation() {
  mkfifo "$input/header.h"
  printf '#include "header.h"\nint main(void) { return 0; }\n' >"$input/main.c"
  "$binary" verify "$input/main.c" >"$out" 2>"$err" </dev/null &
  process=$!
  exec 3>"$input/header.h" # opens when clang does
  kill -INT "$process"
  wait "$process"
  status=$?
  exec 3>&-
  expect_verdict "unknown (interrupted)"
}

test_time_limit_during_compilation() {
  mkfifo "$input/header.h"
  printf '#include "header.h"\nint main(void) { return 0; }\n' >"$input/main.c"
  exec 3<>"$input/header.h"
  heddle verify --timeout 1 "$input/main.c"
  exec 3>&-
  expect_verdict "unknown (time limit of 1 s reached)"
}
