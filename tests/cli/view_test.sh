# shellcheck shell=sh
# heddle view. How the open page follows is tested in tests/page.

# $BROWSER is a program that notes the address in $input/opened.
use_browser() {
  printf '#!/bin/sh\necho "$@" >"%s/opening" && mv "%s/opening" "%s/opened"\n' "$input" "$input" "$input" \
    >"$input/browser"
  chmod +x "$input/browser"
  BROWSER="/no/such/browser:$input/browser --new %s"
  export BROWSER
}

# Waits until the command succeeds; at most a minute.
await() {
  for _ in $(seq 600); do
    if "$@"; then return; fi
    sleep 0.1
  done
  fail "not reached: $*"
}

test_view_opens_the_page_in_the_browser() {
  write_lost_update
  use_browser
  heddle view --report "$input/my page.html" "$program"
  expect_status 1
  expect_out 'VERDICT: false'
  expect_out 'violation of unreach-call'
  ! grep -q '│' "$out" || fail "the table is shown"
  grep -q '"verdict":"false"' "$input/my page.html" || fail "no page"
  await test -e "$input/opened"
  [ "$(cat "$input/opened")" = "--new file://$(echo "$input" | sed 's/ /%20/g')/my%20page.html" ] ||
    fail "opened $(cat "$input/opened")"
  [ ! -e "$input/my page.live.js" ] || fail "a page that is not watched has a script"
}

test_view_without_a_display_prints_the_path() {
  write_lost_update
  unset BROWSER DISPLAY WAYLAND_DISPLAY
  heddle view "$program"
  expect_status 1
  page=$(sed -n 's/^heddle: note: the page is in \(.*\): open it in a browser$/\1/p' "$err")
  [ "$page" = "$(echo "$TMPDIR"/heddle-*/lost_update.html)" ] || fail "the page is in '$page'"
  grep -q '^<!doctype html>' "$page" || fail "it is not a page"
  rm -r "$(dirname "$page")"
}

test_view_does_not_open_a_browser_if_it_is_not_wanted() {
  write_lost_update
  use_browser
  heddle view --no-open --report "$input/page.html" "$program"
  expect_status 1
  expect_err "the page is in $input/page.html: open it in a browser"
}

test_view_of_several_properties() {
  write_lost_update
  heddle view --no-open --report "$input/page.html" --property no-data-race --property no-deadlock "$program"
  expect_status 1
  expect_out 'VERDICT: no-data-race: false'
  expect_out 'VERDICT: no-deadlock: true'
  grep -q '"verdict":"true"' "$input/page.html" || fail "no proof in the page"
}

test_view_of_a_file_that_does_not_compile_is_an_error() {
  echo 'int main(void) { return' >"$input/main.c"
  heddle view --no-open --report "$input/page.html" "$input/main.c"
  expect_status 2
  expect_err 'error: expected'
  [ ! -e "$input/page.html" ] || fail "there is a page"
}

test_view_reports_errors_of_the_command_line_before_it_watches() {
  write_lost_update
  heddle view --watch "$input/none.c"
  expect_error "none.c: no such file"
  heddle view --watch --timeout soon "$program"
  expect_error "'soon' is not a time span"
  heddle view --format json "$program"
  expect_error "unknown option --format"
}

# Starts heddle view --watch "$@" in the background and waits for its first page.
start_watch() {
  "$binary" view --watch --no-open --report "$input/page.html" "$@" >"$out" 2>"$err" </dev/null &
  process=$!
  await grep -q 'waiting for changes' "$err"
}

end_watch() {
  kill -INT "$process"
  wait "$process"
  status=$?
  for file in "$input"/page.*; do
    case $file in
    "$input/page.html" | "$input/page.*") ;;
    *) fail "$file is left" ;;
    esac
  done
}

page_has() { grep -q "$1" "$input/page.html"; }

test_watch_verifies_again_when_the_file_changes() {
  write_lost_update
  start_watch "$program"
  page_has '"verdict":"false"' || fail "no violation at first"
  sed 's/counter == 2/counter <= 2/' "$program" >"$input/changed.c"
  mv "$input/changed.c" "$program"
  await page_has '"verdict":"true"'
  await grep -q 'VERDICT: true' "$out"
  end_watch
  expect_status 0
}

test_watch_follows_included_files_and_those_that_are_missing() {
  mkdir "$input/include"
  printf '#include <assert.h>\n#include "wanted.h"\nint main(void) {\n  assert(WANTED == ZERO);\n}\n' >"$input/main.c"
  printf '#  include <zero.h>\n' >"$input/wanted.h"
  printf '#define ZERO 0\n#define WANTED 1\n#include "missing.h"\n' >"$input/include/zero.h"
  start_watch -I"$input/include" "$input/main.c"
  page_has '"error":".*missing.h' || fail "the page does not show the error"
  : >"$input/include/missing.h"
  await page_has '"verdict":"false"'
  printf '#undef WANTED\n#define WANTED 0\n' >"$input/include/missing.h"
  await page_has '"verdict":"true"'
  end_watch
  expect_status 0
}

test_watch_follows_the_files_of_a_compilation_database() {
  mkdir "$input/include"
  printf '#include <assert.h>\n#include <zero.h>\nint main(void) {\n  assert(ZERO == 0);\n}\n' >"$input/main.c"
  echo '#define ZERO 0' >"$input/include/zero.h"
  printf '[{"directory": "%s", "file": "main.c", "command": "cc -Iinclude -c main.c"}]\n' "$input" \
    >"$input/compile_commands.json"
  start_watch -p "$input"
  page_has '"verdict":"true"' || fail "no proof at first"
  echo '#define ZERO 1' >"$input/include/zero.h"
  await page_has '"verdict":"false"'
  end_watch
  expect_status 1
}

test_watch_does_not_verify_again_if_nothing_has_changed() {
  write_lost_update
  start_watch "$program"
  cp "$program" "$input/copy.c"
  mv "$input/copy.c" "$program"
  echo unrelated >"$input/notes.txt"
  sed 's/counter == 2/counter <= 2/' "$program" >"$input/changed.c"
  sleep 0.3 # longer than events are collected
  mv "$input/changed.c" "$program"
  await page_has '"verdict":"true"'
  [ "$(grep -c 'sources have changed' "$err")" -eq 1 ] || fail "verified again without a reason"
  end_watch
}

test_watch_stops_a_verification_that_is_out_of_date() {
  write_endless
  "$binary" view --watch --no-open --report "$input/page.html" --engine explore "$program" >"$out" 2>"$err" </dev/null &
  process=$!
  await grep -q '^checking' "$out"
  echo 'int main(void) { return 0; }' >"$program"
  await page_has '"verdict":"true"'
  end_watch
  expect_status 0
}

test_watch_ends_on_ctrl_c_during_a_verification() {
  write_endless
  "$binary" view --watch --no-open --report "$input/page.html" --engine explore "$program" >"$out" 2>"$err" </dev/null &
  process=$!
  await grep -q '^checking' "$out"
  end_watch
  expect_status 3
}
