# shellcheck shell=sh disable=SC2016 # the bodies of stand-ins expand when they run
# ./test, ./test --long and ./test --all in a small tree, with stand-ins for their tools (fake_tree.sh).

# shellcheck source=tests/cli/fake_tree.sh
. "$source_root/tests/cli/fake_tree.sh"

make_gate() {
  make_tree
  mkdir "$tree/tests" "$tree/bench" "$tree/.ci"
  tool dpkg-query 'printf "installed g++\ninstalled cmake\ninstalled shellcheck\n"'
  tool ctest 'echo "100% tests passed, 0 tests failed out of 20"'
  tool shellcheck ''
}

run_test() {
  "$tree/test" "$@" >"$out" 2>"$err" </dev/null
  status=$?
}

# expect_row STAGE RESULT FINDINGS: a row of the table.
expect_row() { grep -qE "^$1 +$2 +[0-9]+:[0-9]+ min +$3 " "$out" || fail "no row: $1 $2 $3"; }

test_plain_builds_one_directory_and_passes_arguments_on() {
  make_gate
  run_test -R cli
  expect_status 0
  [ "$(count_calls '^cmake --build')" -eq 1 ] || fail "not built once"
  grep -qE '^ctest --preset release -j[0-9]+ -R cli$' "$calls" || fail "$(cat "$calls")"
  [ "$(count_calls '^shellcheck')" -eq 0 ] || fail "ran a stage of the gate"
}

test_long_mode_has_the_expensive_assertions() {
  make_gate
  tool ctest 'echo "long: $HEDDLE_LONG"'
  run_test --long -R cli
  expect_status 0
  expect_out "long: 1"
  grep -qE '^ctest --preset checked -j[0-9]+ -R cli$' "$calls" || fail "$(cat "$calls")"
}

test_all_runs_each_stage_and_ends_with_a_table() {
  make_gate
  run_test --all
  expect_status 0
  for stage in release clang clang-tidy shellcheck; do expect_row "$stage" passed 0; done
  for preset in release asan tidy; do
    [ "$(count_calls "^cmake -S .* --preset $preset\$")" -eq 1 ] || fail "$preset was not configured"
  done
}

test_all_continues_after_failed_tests() {
  make_gate
  tool ctest 'case $2 in
asan) echo "90% tests passed, 2 tests failed out of 20"; exit 8 ;;
esac'
  run_test --all
  expect_status 1
  expect_row clang FAILED 2
  for stage in release clang-tidy shellcheck; do expect_row "$stage" passed 0; done
}

test_all_counts_distinct_findings() {
  make_gate
  cp "$tools/cmake" "$tools/good-cmake"
  tool cmake 'case $2 in
*/build-tidy)
  echo "a.hpp:1:2: error: wide [bugprone-a]"
  echo "a.hpp:1:2: error: wide [bugprone-a]"
  echo "b.cpp:3:4: error: odd [misc-b,-warnings-as-errors]"
  exit 1
  ;;
*) exec good-cmake "$@" ;;
esac'
  tool shellcheck 'echo "test:1:2: note: quote [SC2086]"; exit 1'
  run_test --all
  expect_status 1
  expect_row clang-tidy FAILED 2
  expect_row shellcheck FAILED 1
  expect_row release passed 0
}

test_all_fails_on_a_report_of_a_sanitizer_in_a_test_that_passes() {
  make_gate
  tool ctest 'case $2 in
asan) echo "ERROR: AddressSanitizer: heap-use-after-free" >build-asan/reports/report.1 ;;
esac'
  run_test --all
  expect_status 1
  expect_row clang FAILED 1
  expect_out "heap-use-after-free"
}

test_all_installs_the_packages_of_its_group() {
  make_gate
  tool dpkg-query 'printf "installed g++\ninstalled cmake\n"'
  run_test --all
  grep -qx 'apt-get install -y --no-install-recommends shellcheck' "$calls" || fail "$(cat "$calls")"
}
