# shellcheck shell=sh disable=SC2016 # the scripts of other shells expand there
# heddle completion: what the scripts complete, in the shells themselves where these are installed.

write_script() {
  heddle completion "$1"
  expect_status 0
  expect_no_err
  cp "$out" "$input/script.$1"
}

# complete_in_bash WORD...: what bash offers for the last word, one to a line in $out.
complete_in_bash() {
  bash -c '
    source "$1" || exit 1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _heddle
    printf "%s\n" "${COMPREPLY[@]}"' bash "$input/script.bash" "$@" >"$out" 2>"$err" || fail "bash"
  expect_no_err
}

expect_words() {
  printf '%s\n' "$@" >"$input/expected"
  cmp -s "$input/expected" "$out" || fail "other words than: $*"
}

test_bash_completes_commands() {
  write_script bash
  complete_in_bash heddle che
  expect_words check check-proof
  complete_in_bash heddle --v
  expect_words --version
}

test_bash_completes_options_of_the_command() {
  write_script bash
  complete_in_bash heddle verify --no-
  expect_words --no-spurious-wakeups --no-large-blocks --no-minimize
  complete_in_bash heddle check --no-m
  expect_words ""
}

test_bash_completes_values() {
  write_script bash
  complete_in_bash heddle verify --format ""
  expect_words text json sarif
  complete_in_bash heddle run --format ""
  expect_words text json
  complete_in_bash heddle verify --engine = la
  expect_words lazy
  complete_in_bash heddle verify --property no-d
  expect_words no-data-race no-deadlock
  complete_in_bash heddle verify x.c --counterexample ""
  expect_words "" # bash completes names of files itself
  complete_in_bash heddle help pa
  expect_words parametric
}

# Engines share names of options; the values are those of all of them.
test_values_of_shared_options_are_those_of_all_engines() {
  write_script bash
  complete_in_bash heddle verify --reduction ""
  for value in none sleep persistent both monotonic local aware dpor; do
    grep -qx "$value" "$out" || fail "no $value"
  done
}

test_each_option_of_the_help_text_is_completed() {
  write_script bash
  heddle help verify --all
  grep -oE '^  -[-a-z,]+' "$out" | tr -d ' ' | tr ',' '\n' | grep -e '--' | sort -u >"$input/options"
  complete_in_bash heddle verify --
  sort -u "$out" | cmp -s - "$input/options" || fail "$(sort -u "$out" | diff - "$input/options")"
}

test_zsh_accepts_its_script() {
  command -v zsh >/dev/null || skip "zsh is not installed"
  write_script zsh
  zsh -n "$input/script.zsh" 2>"$err" || fail "zsh"
  expect_no_err
  # What the function hands to zsh's own functions.
  zsh -f -c '
    _describe() { print -rl -- $commands }
    _arguments() { print -rl -- "$@" }
    compdef() { }
    source $1
    words=(heddle "") CURRENT=2
    _heddle
    words=(heddle verify "") CURRENT=3
    _heddle' zsh "$input/script.zsh" >"$out" 2>"$err" || fail "zsh"
  expect_no_err
  expect_out "check-proof:check a proof that heddle verify --proof has written"
  expect_out "--format=[text, or json or sarif, for programs and editors]:FORMAT:(text json sarif)"
  expect_out "*--property=[what to check, by name or property file]:NAME|FILE:{compadd -- unreach-call"
}

test_fish_completes() {
  command -v fish >/dev/null || skip "fish is not installed"
  write_script fish
  HOME=$input fish --no-config -c 'source $argv[1]; complete -C "heddle verify --engine la"; complete -C "heddle che"
complete -C "heddle verify --no-m"' "$input/script.fish" >"$out" 2>"$err" || fail "fish"
  expect_no_err
  grep -q '^lazy' "$out" || fail "no value"
  grep -q '^check-proof.check a proof' "$out" || fail "no command"
  grep -q '^--no-minimize.show' "$out" || fail "no option"
}

test_shell_that_is_not_known() {
  heddle completion
  expect_error "no shell given"
  heddle completion tcsh
  expect_error "tcsh"
}
