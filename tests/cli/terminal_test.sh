# shellcheck shell=sh
# What is shown on a terminal, and not in a pipe. script(1) makes the terminal; $screen is what was written to it.

# on_terminal COLUMNS COMMAND: COMMAND is a line for the shell.
on_terminal() {
  command -v script >/dev/null || skip "script is missing (apt-get install bsdutils)"
  screen=$input/screen
  TERM=xterm script -q -e -c "stty cols $1 rows 40; $2" "$screen" >/dev/null 2>&1 </dev/null
  status=$?
  cp "$screen" "$out"
  : >"$err"
}

escape=$(printf '\033')

test_status_of_all_engines_that_run() {
  write_counting
  on_terminal 100 "'$binary' verify --timeout 3 '$program'"
  expect_status 3
  grep -aqE '^(.*\[J)?bmc +[0-9.]+ s +[1-9][0-9]* MB  depth [0-9]+' "$screen" || fail "no line of bmc"
  grep -aqE '(explore|lazy) +[0-9.]+ s +[0-9]+ MB  ' "$screen" || fail "no line of another engine"
}

test_status_is_erased_before_the_verdict() {
  write_counting
  on_terminal 100 "'$binary' verify --timeout 2 '$program'"
  # Nothing is left after the last time that it was erased, but the verdict.
  last=$(tr -d '\r' <"$screen" | sed "s/.*$escape\[J//" | grep -a VERDICT)
  case $last in
  *"VERDICT: unknown (time limit of 2 s reached"*) ;;
  *) fail "the verdict does not stand alone: $last" ;;
  esac
  tr -d '\r' <"$screen" | awk -v erase="${escape}[J" '
    { if (index($0, erase)) text = ""; text = text $0 "\n" }
    END { exit text ~ / MB  depth/ }' || fail "a status is left"
}

test_status_fits_narrow_terminals() {
  write_counting
  on_terminal 40 "'$binary' verify --timeout 2 '$program' 2>&1 >/dev/null"
  widest=$(tr -d '\r' <"$screen" | sed "s/$escape\[[0-9]*[A-Z]/\n/g" | grep -a ' MB  ' | LC_ALL=C.UTF-8 wc -L)
  [ "$widest" -lt 40 ] || fail "a line of $widest columns"
}

test_status_of_one_engine() {
  write_counting
  on_terminal 100 "'$binary' verify --engine bmc --timeout 2 '$program'"
  grep -aqE 'bmc +[0-9.]+ s +[0-9]+ MB  depth [0-9]+' "$screen" || fail "no line of bmc"
}

test_quiet_shows_no_status() {
  write_counting
  on_terminal 100 "'$binary' verify --quiet --timeout 1 '$program'"
  ! grep -aq ' MB  ' "$screen" || fail "a status is shown"
}

test_table_fits_a_terminal_of_80_columns() {
  write_lost_update
  on_terminal 80 "'$binary' verify --color never '$program'"
  expect_status 1
  widest=$(tr -d '\r' <"$screen" | grep -a '│' | LC_ALL=C.UTF-8 wc -L)
  [ "$widest" -le 80 ] || fail "a line of $widest columns"
}

test_verdict_has_a_colour_on_a_terminal() {
  write_lost_update
  on_terminal 100 "'$binary' verify '$program'"
  grep -aq "$escape\[1;31mVERDICT: false$escape\[0m" "$screen" || fail "the verdict is not red"
  grep -aq "$escape\[1mwhy:$escape\[0m" "$screen" || fail "the heading is not bold"
  write_correct
  on_terminal 100 "'$binary' verify '$program'"
  grep -aq "$escape\[1;32mVERDICT: true$escape\[0m" "$screen" || fail "the verdict is not green"
}

test_no_colours_if_the_user_wants_none() {
  write_lost_update
  on_terminal 100 "NO_COLOR=1 '$binary' verify '$program'"
  ! grep -aq "$escape\[[0-9;]*m" "$screen" || fail "NO_COLOR has no effect"
  on_terminal 100 "'$binary' verify --color never '$program'"
  ! grep -aq "$escape\[[0-9;]*m" "$screen" || fail "--color never has no effect"
}

test_no_colours_and_no_status_in_a_pipe() {
  write_lost_update
  heddle verify "$program"
  expect_verdict false
  ! grep -q "$escape" "$out" "$err" || fail "escape sequences in a pipe"
}

test_colours_in_a_pipe_if_the_user_wants_them() {
  write_lost_update
  heddle verify --color=always "$program"
  expect_out "${escape}[1;31mVERDICT: false${escape}[0m"
  heddle verify --color sometimes "$program"
  expect_error "--color"
}
