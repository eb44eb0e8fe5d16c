# shellcheck shell=sh
# heddle verify --cache: what is kept, what is found again, and what is not.

cache=$input/cache

entries() { find "$cache" -type f | wc -l; }

# verify_twice ARGUMENT...: the second run must show the first one's report, after a line that says so.
verify_twice() {
  heddle verify --cache "$cache" "$@"
  first=$status
  ! grep -q "from the cache of" "$out" || fail "the first run is a hit"
  cp "$out" "$input/first"
  heddle verify --cache "$cache" "$@"
  expect_status "$first"
  head -n 1 "$out" | grep -qE '^from the cache of [0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$' || fail "no hit"
  tail -n +2 "$out" | cmp -s - "$input/first" || fail "the report of the hit is another one"
}

expect_no_hit() { ! grep -q "from the cache of" "$out" "$err" || fail "a hit"; }

test_a_proof_is_found_again() {
  write_correct
  verify_twice "$program"
  expect_verdict true
}

test_a_counterexample_is_found_again() {
  write_lost_update
  verify_twice "$program"
  expect_verdict false
}

test_limits_do_not_matter() {
  write_correct
  heddle verify --cache "$cache" --timeout 5m "$program"
  heddle verify --cache "$cache" --timeout 6m --memory-limit 3GB "$program"
  expect_out "from the cache of"
  expect_verdict true
}

test_another_program_is_verified() {
  write_correct
  cp "$program" "$input/same.c"
  heddle verify --cache "$cache" "$input/same.c"
  expect_verdict true
  write_lost_update
  cp "$program" "$input/same.c"
  heddle verify --cache "$cache" "$input/same.c"
  expect_no_hit
  expect_verdict false
}

test_a_header_counts() {
  echo '#define LIMIT 2' >"$input/limit.h"
  cat >"$input/program.c" <<'C'
#include "limit.h"
#include <assert.h>
int main(void) { assert(LIMIT == 2); }
C
  heddle verify --cache "$cache" "$input/program.c"
  expect_verdict true
  echo '#define LIMIT 3' >"$input/limit.h"
  heddle verify --cache "$cache" "$input/program.c"
  expect_no_hit
  expect_verdict false
}

test_lines_count() {
  write_lost_update
  heddle verify --cache "$cache" "$program"
  sed -i '1i // another line' "$program"
  heddle verify --cache "$cache" "$program"
  expect_no_hit
  expect_verdict false
}

test_the_text_of_the_source_counts() {
  write_lost_update
  heddle verify --cache "$cache" "$program"
  sed -i 's,;$,; // told,' "$program"
  heddle verify --cache "$cache" "$program"
  expect_no_hit
  expect_verdict false
}

test_options_count() {
  write_lost_update
  heddle verify --cache "$cache" "$program"
  for option in --quiet --stats --no-minimize --property=no-data-race --engine=explore --malloc-may-fail -DX --format=json; do
    heddle verify --cache "$cache" "$program" "$option"
    expect_status 1
    expect_no_hit
    ! grep -q '"cached"' "$out" || fail "a hit with $option"
  done
}

test_rules_of_suppressions_count() {
  write_lost_update
  echo 'race variable:nothing' >"$input/rules"
  heddle verify --cache "$cache" --property no-data-race --suppress "$input/rules" "$program"
  expect_verdict false
  echo 'race file:*' >"$input/rules"
  heddle verify --cache "$cache" --property no-data-race --suppress "$input/rules" "$program"
  expect_no_hit
  expect_verdict unknown
}

test_json_says_so() {
  write_lost_update
  heddle verify --cache "$cache" --format json "$program"
  heddle verify --cache "$cache" --format json "$program"
  expect_status 1
  expect_no_err
  expect_out '"cached": {'
  expect_out '"verdict": "false"'
}

test_quiet_prints_only_the_verdict() {
  write_correct
  heddle verify --cache "$cache" --quiet "$program"
  heddle verify --cache "$cache" --quiet "$program"
  [ "$(wc -l <"$out")" -eq 1 ] || fail "more than the verdict"
  expect_verdict true
  expect_err "from the cache of"
}

test_each_property_has_an_entry() {
  write_correct
  set -- --property unreach-call --property no-data-race --timeout 5m "$program"
  heddle verify --cache "$cache" "$@"
  [ "$(entries)" -eq 2 ] || fail "not one entry for each property"
  heddle verify --cache "$cache" "$@"
  [ "$(grep -c 'from the cache of' "$out")" -eq 2 ] || fail "not two hits"
}

test_limits_that_were_reached_are_not_kept() {
  write_endless
  heddle verify --cache "$cache" --timeout 300ms "$program"
  expect_verdict unknown
  [ "$(entries)" -eq 0 ] || fail "an unknown that depends on time is kept"
}

test_a_bound_of_a_single_engine_is_kept() {
  write_endless
  verify_twice --engine random --runs 3 "$program"
  expect_verdict unknown
}

test_errors_are_not_kept() {
  echo 'int main(void) { return x; }' >"$input/bad.c"
  heddle verify --cache "$cache" "$input/bad.c"
  expect_status 2
  [ "$(entries)" -eq 0 ] || fail "an error is kept"
}

test_options_that_write_files_bypass_it() {
  write_lost_update
  heddle verify --cache "$cache" "$program"
  for option in --counterexample --report; do
    heddle verify --cache "$cache" "$option" "$input/file" "$program"
    expect_no_hit
    [ -s "$input/file" ] || fail "$option has written nothing"
    rm "$input/file"
  done
  write_correct
  for i in 1 2; do
    heddle verify --cache "$cache" --engine lazy --proof "$input/file" "$program"
    expect_no_hit
    [ -s "$input/file" ] || fail "--proof has written nothing in run $i"
    rm "$input/file"
  done
  heddle verify --cache "$cache" --log all "$program"
  expect_no_hit
}

test_damaged_and_foreign_entries_are_ignored() {
  write_correct
  heddle verify --cache "$cache" "$program"
  entry=$(find "$cache" -type f)
  cp "$entry" "$input/whole"
  damage_and_verify() {
    heddle verify --cache "$cache" "$program"
    expect_no_hit
    expect_verdict true
    expect_err "it is not used"
    heddle verify --cache "$cache" "$program" # the entry has been replaced
    expect_out "from the cache of"
    expect_no_err
  }
  echo nonsense >"$entry"
  damage_and_verify
  head -c 300 "$input/whole" >"$entry"
  damage_and_verify
  sed 's/VERDICT: true/VERDICT: frue/' "$input/whole" >"$entry"
  damage_and_verify
  # Of another program, under the name of this one.
  rm -r "$cache"
  correct=$program
  write_lost_update
  heddle verify --cache "$cache" "$program"
  mv "$(find "$cache" -type f)" "$entry"
  program=$correct
  damage_and_verify
}

test_concurrent_writers() {
  write_correct
  for i in 1 2 3 4; do
    "$binary" verify --cache "$cache" "$program" >"$input/out.$i" 2>&1 &
  done
  wait
  [ "$(entries)" -eq 1 ] || fail "temporary files are left"
  heddle verify --cache "$cache" "$program"
  expect_out "from the cache of"
  expect_no_err
}

test_a_directory_that_cannot_be_made() {
  write_correct
  : >"$input/file"
  heddle verify --cache "$input/file/cache" "$program"
  expect_status 2
  expect_err "--cache"
}
