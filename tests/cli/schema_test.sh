# shellcheck shell=sh
# doc/report.schema.json against reports of each kind.

# The first Python that has the validator.
find_python() {
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import jsonschema' 2>/dev/null && return
  done
  skip "python3-jsonschema is not installed"
}

validate() {
  "$python" "$source_root/tests/cli/validate_json.py" "$source_root/doc/report.schema.json" "$1" "$2" >"$err" 2>&1
}

# expect_valid DEFINITION: standard output is a document of this kind.
expect_valid() {
  find_python
  validate "$1" "$out" || fail "not a document as $1 describes it"
}

test_proof() {
  write_correct
  heddle verify --format json "$program"
  expect_status 0
  expect_valid report
}

test_report_of_the_cache() {
  write_correct
  heddle verify --format json --cache "$input/cache" "$program"
  heddle verify --format json --cache "$input/cache" "$program"
  expect_out '"cached"'
  expect_valid report
}

test_counterexample() {
  write_lost_update
  heddle verify --format json "$program"
  expect_status 1
  expect_valid report
}

test_data_race_and_deadlock() {
  write_lost_update
  heddle verify --format json --property no-data-race "$program"
  expect_status 1
  expect_valid report
  heddle verify --format json --property no-deadlock "$source_root/examples/dining_philosophers.c"
  expect_status 1
  expect_valid report
}

test_unknown() {
  write_counting
  heddle verify --format json --engine bmc --unwind 2 "$program"
  expect_status 3
  expect_valid report
  heddle verify --format json --engine modular "$program"
  expect_status 3
  expect_valid report
  heddle verify --format json --timeout 1 "$program"
  expect_status 3
  expect_valid report
}

# The compiler waits for the header, so the limit ends the process before any engine has started.
test_process_that_is_stopped_early() {
  mkfifo "$input/header.h"
  printf '#include "header.h"\nint main(void) { return 0; }\n' >"$input/main.c"
  exec 3<>"$input/header.h"
  heddle verify --format json --timeout 1 "$input/main.c"
  exec 3>&-
  expect_status 3
  expect_valid report
}

test_several_properties() {
  write_lost_update
  heddle verify --format json --property unreach-call --property no-deadlock "$program"
  expect_status 1
  find_python
  "$python" -c 'import json, sys
for i, report in enumerate(json.load(open(sys.argv[1]))): json.dump(report, open(sys.argv[2] + str(i), "w"))' \
    "$out" "$input/report"
  for report in 0 1; do validate report "$input/report$report" || fail "report $report"; done
}

test_all_violations() {
  write_lost_update
  heddle verify --format json --all --timeout 10 "$program"
  expect_status 1
  expect_valid report
}

test_execution() {
  write_lost_update
  heddle run --format json "$program"
  expect_valid execution
  heddle verify --counterexample "$input/c.json" "$program"
  heddle replay --format json "$input/c.json"
  expect_status 1
  expect_valid execution
}

test_obstacles() {
  printf 'int unknown(void);\nint main(void) { return unknown(); }\n' >"$input/main.c"
  heddle check --format json "$input/main.c"
  expect_status 3
  expect_valid obstacles
}

test_check_of_a_proof() {
  write_correct
  heddle verify --engine lazy --proof "$input/proof.txt" "$program"
  expect_status 0
  heddle check-proof --format json "$input/proof.txt" "$program"
  expect_status 0
  expect_valid proofCheck
}

test_coverability() {
  heddle cover --format json "$source_root/examples/cover/door.tts"
  expect_status 1
  expect_valid coverability
  heddle cover --format json "$source_root/examples/cover/three_phases.cbp"
  expect_status 0
  expect_valid coverability
}

test_report_with_a_missing_or_undescribed_member_is_noticed() {
  find_python
  write_correct
  heddle verify --format json "$program"
  sed 's/"engine"/"motor"/' "$out" >"$input/other.json"
  validate report "$input/other.json" && fail "accepted"
  grep -q "'engine' is a required property" "$err" || fail "the missing member"
  grep -q "'motor' was unexpected" "$err" || fail "the undescribed member"
}
