# shellcheck shell=sh
# --log and HEDDLE_LOG: the log of an engine goes to standard error and leaves standard output as it is.

# Verifies with engine bmc and no log, and keeps standard output for expect_same_out. The proof is always checked:
# otherwise the report depends on how long that takes.
verify_without_log() {
  write_correct
  heddle verify --engine bmc --check-proof "$program"
  expect_verdict true
  expect_no_err
  cp "$out" "$input/without"
}

expect_same_out() { cmp -s "$out" "$input/without" || fail "standard output is not the same as without a log"; }

# Every line is one of engine bmc.
expect_log_of_bmc() {
  [ -s "$err" ] || fail "nothing on standard error"
  ! grep -qvE '^[0-9:.]+ bmc (info|debug|trace): ' "$err" || fail "a line that is not from the log of bmc"
}

test_log_option() {
  verify_without_log
  for log in bmc bmc:info bmc:debug bmc:trace lazy,bmc:debug all:debug; do
    heddle verify --engine bmc --check-proof --log $log "$program"
    expect_verdict true
    expect_same_out
    expect_log_of_bmc
  done
}

test_log_environment_variable() {
  verify_without_log
  HEDDLE_LOG=bmc
  export HEDDLE_LOG
  heddle verify --engine bmc --check-proof "$program"
  expect_verdict true
  expect_same_out
  expect_log_of_bmc
}

test_empty_environment_variable_is_no_request() {
  verify_without_log
  HEDDLE_LOG=
  export HEDDLE_LOG
  heddle verify --engine bmc --check-proof "$program"
  expect_same_out
  expect_no_err
}

test_log_of_the_portfolio() {
  write_correct
  heddle verify --log auto "$program"
  expect_verdict true
  expect_err "auto info: starts engine random"
  expect_err "auto info: engine "
  ! grep -qvE '^[0-9:.]+ auto info: ' "$err" || fail "a line that is not from the log of auto"
}

test_log_of_another_engine() {
  verify_without_log
  heddle verify --engine bmc --check-proof --log lazy:trace "$program"
  expect_same_out
  expect_no_err
}

test_log_with_json() {
  write_correct
  heddle verify --engine bmc --check-proof --log bmc:debug --format json "$program"
  expect_status 0
  expect_log_of_bmc
  [ "$(head -n 1 "$out")" = "{" ] || fail "standard output is not JSON alone"
  [ "$(tail -n 1 "$out")" = "}" ] || fail "standard output is not JSON alone"
}

test_unknown_level() {
  write_correct
  heddle verify --log nonsense:x "$program"
  expect_error "--log: 'nonsense:x' is not ENGINE or ENGINE:LEVEL"
  heddle verify --log bmc:loud "$program"
  expect_error "--log: 'bmc:loud' is not ENGINE or ENGINE:LEVEL"
}

test_log_of_an_unknown_engine() {
  write_correct
  heddle verify --log magic "$program"
  expect_error "--log: there is no engine 'magic'; there are all, auto, bmc, lazy, cegar, trace, parametric, modular, explore, random"
}

test_environment_variable_with_an_unknown_engine() {
  write_correct
  HEDDLE_LOG=magic
  export HEDDLE_LOG
  heddle verify "$program"
  expect_error "there is no engine 'magic'"
}
