# shellcheck shell=sh disable=SC2016 # the bodies of stand-ins expand when they run
# The launcher ./heddle in a small tree of its own, with stand-ins for its tools (fake_tree.sh).

# shellcheck source=tests/cli/fake_tree.sh
. "$source_root/tests/cli/fake_tree.sh"

launch() {
  "$tree/heddle" "$@" >"$out" 2>"$err" </dev/null
  status=$?
}

test_first_start_builds_and_runs() {
  make_tree
  launch verify "a b.c"
  expect_status 7
  expect_out "binary in $work/cwd: verify a b.c"
  expect_err "building"
  [ "$(count_calls 'cmake --build .* --target heddle')" -eq 1 ] || fail "not built once"
}

test_later_starts_run_the_binary_at_once() {
  make_tree
  launch
  : >"$calls"
  launch verify x.c
  expect_status 7
  expect_no_err
  [ ! -s "$calls" ] || fail "tools were called: $(cat "$calls")"
}

test_a_newer_source_is_built_in() {
  make_tree
  launch
  : >"$calls"
  touch -d '+1 minute' "$tree/src/main.cpp"
  launch
  expect_status 7
  [ "$(count_calls 'cmake --build')" -eq 1 ] || fail "not built again"
}

test_a_removed_source_is_noticed() {
  make_tree
  : >"$tree/src/old.cpp"
  launch
  : >"$calls"
  touch -d '-1 minute' "$tree/build/.built"
  rm "$tree/src/old.cpp"
  launch
  [ "$(count_calls 'cmake --build')" -eq 1 ] || fail "not built again"
}

test_can_be_called_through_a_link() {
  make_tree
  ln -s "$tree/heddle" "$input/linked"
  "$input/linked" x >"$out" 2>"$err"
  status=$?
  expect_status 7
  expect_out "binary in $work/cwd: x"
}

test_missing_packages_are_installed_in_one_call() {
  make_tree
  tool dpkg-query ''
  launch
  expect_status 7
  expect_err "not installed: g++ cmake"
  [ "$(count_calls '^apt-get')" -eq 1 ] || fail "apt-get was called $(count_calls '^apt-get') times"
  grep -qx 'apt-get install -y --no-install-recommends g++ cmake' "$calls" || fail "not as one call: $(cat "$calls")"
}

test_packages_of_the_gate_are_not_needed() {
  make_tree
  launch
  expect_status 7
  [ "$(count_calls '^apt-get')" -eq 0 ] || fail "installed: $(cat "$calls")"
}

test_changed_presets_are_configured_again() {
  make_tree
  launch
  : >"$calls"
  touch -d '+1 minute' "$tree/CMakePresets.json" "$tree/src/main.cpp"
  launch
  grep -qx 'cmake -S .* --preset release' "$calls" || fail "not configured again: $(cat "$calls")"
}

test_package_lists_are_updated_when_a_package_is_not_in_them() {
  make_tree
  tool dpkg-query ''
  tool apt-cache 'exit 100'
  launch
  expect_status 7
  grep -qx 'apt-get update' "$calls" || fail "no update"
  [ "$(count_calls '^apt-get install')" -eq 1 ] || fail "not installed once"
}

test_sudo_is_used_by_others_than_root_and_asks_for_nothing() {
  make_tree
  tool dpkg-query ''
  tool id 'echo 1000'
  tool sudo 'shift; exec "$@"'
  launch
  expect_status 7
  [ "$(count_calls '^sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install')" -eq 1 ] || fail "$(cat "$calls")"
}

test_packages_that_cannot_be_installed_are_named() {
  make_tree
  tool dpkg-query 'echo "installed cmake"'
  tool apt-get 'echo "E: no network"; exit 100'
  launch
  expect_status 2
  expect_no_out
  expect_err "E: no network"
  expect_err "missing: g++"
  expect_err "to get them: apt-get update && apt-get install --no-install-recommends g++"
  [ "$(count_calls '^cmake')" -eq 0 ] || fail "built nevertheless"
}

test_failing_build_shows_the_end_of_its_log() {
  make_tree
  tool cmake 'echo "main.cpp:1: error: something"; exit 1'
  launch
  expect_status 2
  expect_no_out
  expect_err "main.cpp:1: error: something"
  expect_err "build.log"
}

test_failing_build_is_tried_again() {
  make_tree
  cp "$tools/cmake" "$work/good"
  tool cmake 'exit 1'
  launch
  expect_status 2
  cp "$work/good" "$tools/cmake"
  launch
  expect_status 7
}
