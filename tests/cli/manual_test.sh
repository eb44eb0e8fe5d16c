# shellcheck shell=sh
# The manual pages against the commands: each has a page, which describes its options, all of them and no others.

pages=$(dirname "$binary")/man

# Options that a help text lists, one to a line, without --help.
options_of_help() {
  grep -oE '^  -[-a-z,]+' "$1" | tr -d ' ' | tr ',' '\n' | grep -xE -e '--[a-z-]+|-p' | grep -vx -e '--help' | sort -u
}

# Options in the tags (the lines after .TP) of a page or a part of one. Single letters, save -p, belong to the C
# compiler.
options_of_page() {
  awk 'tag { print } { tag = $0 == ".TP" }' "$1" | sed 's/\\-/-/g' | tr -s ' ",' '\n' |
    grep -xE -e '--[a-z-]+|-p' | sort -u
}

# expect_same_options HELP PAGE WHAT
expect_same_options() {
  options_of_help "$1" >"$input/of_help"
  options_of_page "$2" >"$input/of_page"
  missing=$(comm -23 "$input/of_help" "$input/of_page" | tr '\n' ' ')
  [ -z "$missing" ] || fail "$3 does not describe $missing"
  extra=$(comm -13 "$input/of_help" "$input/of_page" | tr '\n' ' ')
  [ -z "$extra" ] || fail "$3 describes options that do not exist: $extra"
}

list_commands() {
  heddle help
  expect_status 0
  sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' "$out" >"$input/commands"
  [ "$(wc -l <"$input/commands")" -ge 10 ] || fail "the help text lists no commands"
}

test_each_command_has_a_page_with_exactly_its_options() {
  list_commands
  while read -r command; do
    if [ "$command" = verify ]; then heddle help verify --all; else heddle help "$command"; fi
    expect_status 0
    [ -e "$pages/heddle-$command.1" ] || fail "there is no doc/man/heddle-$command.1"
    expect_same_options "$out" "$pages/heddle-$command.1" "doc/man/heddle-$command.1"
  done <"$input/commands"
}

test_the_overview_names_each_command_and_no_other() {
  list_commands
  sort "$input/commands" >"$input/expected"
  sed -n 's/^\.BR heddle\\-\(.*\) (1)$/\1/p' "$pages/heddle.1" | sed 's/\\-/-/g' | sort -u |
    grep -v '^$' >"$input/named"
  cmp "$input/expected" "$input/named" || fail "$(diff "$input/expected" "$input/named")"
}

# `auto` has the options of the engines that it runs.
test_the_page_of_verify_describes_each_engine() {
  heddle help verify
  engines=$(sed -n 's/^  --engine NAME=auto *//p' "$out" | tr -s ', ' '\n' | grep -vx -e or -e auto)
  [ -n "$engines" ] || fail "the help text lists no engines"
  for engine in $engines; do
    if [ "$engine" = explore ]; then # also a command, which comes first
      heddle help explore
      sed '/^Engine:/,/^$/!d' "$out" | grep -v no-large-blocks >"$input/help"
    else
      heddle help "$engine"
      cp "$out" "$input/help"
    fi
    sed -n "/^\.SS $engine\$/,/^\.S[SH] /p" "$pages/heddle-verify.1" >"$input/section"
    [ -s "$input/section" ] || fail "heddle-verify.1 has no section on engine $engine"
    expect_same_options "$input/help" "$input/section" "engine $engine in heddle-verify.1"
  done
}

test_pages_have_no_errors_of_roff() {
  command -v groff >/dev/null || skip "groff is not installed"
  for page in "$pages"/*.1; do
    groff -man -t -Tutf8 -P-cbou -ww "$page" >"$out" 2>"$err" || fail "$page"
    expect_no_err
    grep -q 'SYNOPSIS' "$out" || fail "$page has no synopsis"
  done
}
