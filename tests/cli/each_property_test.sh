# shellcheck shell=sh
# Several properties: each has a verdict of its own, as if it were the only one.

test_each_property_has_a_verdict() {
  write_lost_update
  heddle verify --property no-deadlock --property no-data-race --property unreach-call "$program"
  expect_status 1
  expect_out "VERDICT: no-deadlock: true"
  expect_out "VERDICT: no-data-race: false"
  expect_out "VERDICT: unreach-call: false"
  [ "$(grep -c '^VERDICT: ' "$out")" -eq 3 ] || fail "not three verdicts"
  expect_out "violation of no-data-race"
  expect_out "violation of unreach-call"
}

test_exit_code_of_several_proofs() {
  write_correct
  heddle verify --property no-data-race --property unreach-call "$program"
  expect_status 0
}

# An engine that cannot decide one of the properties decides the other.
test_unknown_of_one_does_not_hide_the_other() {
  write_lost_update
  heddle verify --engine lazy --property no-data-race --property unreach-call "$program"
  expect_status 1
  expect_out "VERDICT: no-data-race: unknown"
  expect_out "VERDICT: unreach-call: false"
  write_correct
  heddle verify --engine lazy --property unreach-call --property no-data-race "$program"
  expect_status 3
  expect_out "VERDICT: unreach-call: true"
}

test_a_property_that_is_given_twice_counts_once() {
  write_correct
  heddle verify --property unreach-call --property unreach-call "$program"
  expect_verdict true
}

test_time_limit_is_shared() {
  write_endless
  heddle verify --engine bmc --timeout 2s --property unreach-call --property no-deadlock "$program"
  expect_status 3
  expect_out "VERDICT: unreach-call: unknown (time limit of "
  expect_out "VERDICT: no-deadlock: unknown (time limit of "
}

test_json_is_a_list() {
  write_lost_update
  heddle verify --format json --property no-data-race --property no-deadlock "$program"
  expect_status 1
  [ "$(head -n 1 "$out")" = "[" ] || fail "not a list"
  [ "$(tail -n 1 "$out")" = "]" ] || fail "not a whole list"
  [ "$(grep -c '^  "verdict": ' "$out")" -eq 2 ] || fail "not two reports"
  [ "$(grep -c '^,$' "$out")" -eq 1 ] || fail "the reports are not separated"
}

test_schedules_have_names_of_their_own() {
  write_lost_update
  heddle verify --counterexample "$input/c.json" --property no-data-race --property unreach-call "$program"
  expect_status 1
  heddle run --schedule "$input/c.no-data-race.json" "$program"
  expect_status 1
  expect_out "violation of no-data-race"
  heddle run --schedule "$input/c.unreach-call.json" "$program"
  expect_status 1
  expect_out "violation of unreach-call"
}

test_an_error_ends_all_of_them() {
  heddle verify --property no-data-race --property unreach-call missing.c
  expect_error "missing.c: no such file"
  write_correct
  heddle verify --property no-data-race --property unreachable "$program"
  expect_status 2
}
