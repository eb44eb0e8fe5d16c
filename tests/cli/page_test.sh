# shellcheck shell=sh
# The report as a page. What it looks like in a browser is tested in tests/page.

expect_page() {
  grep -q '^<!doctype html>' "$1" || fail "$1 is not a page"
  grep -q '"report":{"verdict":"'"$2"'"' "$1" || fail "$1 has no verdict $2"
}

test_page_of_a_violation() {
  write_lost_update
  heddle verify --report "$input/out.html" "$program"
  expect_verdict false
  expect_out "the report is in $input/out.html"
  expect_page "$input/out.html" false
  grep -q '"kind":"write"' "$input/out.html" || fail "no read has an origin"
  grep -q '"sources":{"[^"]*":"[^"]*counter' "$input/out.html" || fail "the source is missing"
}

test_page_of_a_proof_has_its_invariant() {
  write_correct
  heddle verify --report "$input/out.html" --engine lazy "$program"
  expect_verdict true
  expect_page "$input/out.html" true
  grep -q '"invariant":"' "$input/out.html" || fail "no invariant"
}

test_page_of_a_modular_proof_says_what_protects_shared_variables() {
  write_correct
  heddle verify --report "$input/out.html" --engine modular --property no-data-race "$program"
  expect_verdict true
  grep -q '"protections":\[{"protection":"is protected by mutex","variable":"counter"' "$input/out.html" ||
    grep -q '"protections":\[{"variable":"counter","protection":"is protected by mutex"' "$input/out.html" ||
    fail "no protection of counter"
}

test_page_of_several_properties_has_all_of_them() {
  write_lost_update
  heddle verify --report "$input/out.html" --property no-data-race --property no-deadlock "$program"
  expect_status 1
  expect_page "$input/out.html" false
  expect_page "$input/out.html" true
  expect_err "the report is in $input/out.html"
}

test_page_and_json() {
  write_lost_update
  heddle verify --format json --report "$input/out.html" "$program"
  expect_status 1
  expect_page "$input/out.html" false
  [ "$(head -c 1 "$out")" = "{" ] || fail "standard output is not JSON"
}

test_quiet_writes_the_page() {
  write_lost_update
  heddle verify --quiet --report "$input/out.html" "$program"
  expect_verdict false
  [ "$(wc -l <"$out")" -eq 1 ] || fail "more than the verdict"
  grep -q '"explanation":\[{' "$input/out.html" || fail "no explanation"
}

test_page_that_cannot_be_written() {
  write_lost_update
  heddle verify --quiet --report "$input/no/such/folder/out.html" "$program"
  expect_error "cannot be written"
  heddle verify --quiet --report /dev/full "$program"
  expect_error "cannot be written"
}
