# shellcheck shell=sh
# heddle bench: many tasks, several tools, files in all formats.

programs=$source_root/tests/programs

# A set of few tasks of both verdicts.
write_set() {
  cat >"$input/few.set" <<SET
# a comment
$programs/lazy/../mutex/t*lock*.yml

$programs/deadlock/p*.yml # another one
SET
  ls "$programs"/mutex/t*lock*.yml "$programs"/deadlock/p*.yml >/dev/null || fail "the programs of this test are gone"
}

# A verifier that always says the same, if it gets changed copies.
write_tool() {
  cat >"$input/guess.yml" <<YAML
name: guess
version: [echo, guess 1.0]
command: [sh, -c, 'grep -q changed "\$1" && echo YES', guess, '{files}']
properties: {no-data-race: [], unreach-call: []}
prepare: [{replace: '^#include', with: '// changed'}]
verdicts: [{match: '^YES\$', verdict: true}, {match: '^NO\$', verdict: false}]
YAML
}

test_a_set_of_tasks() {
  write_set
  heddle bench "$input/few.set" --timeout 20 --output "$input/run"
  expect_status 0
  expect_no_err
  expect_out "report.html"
  for file in results.json results.csv junit.xml report.html journal.jsonl; do
    [ -s "$input/run/$file" ] || fail "no $file"
  done
  [ "$(tail -n +2 "$input/run/results.csv" | wc -l)" -eq "$(tail -n +2 "$input/run/journal.jsonl" | wc -l)" ] ||
    fail "the table has not as many records as the journal"
  ! grep -q WRONG "$input/run/results.csv" || fail "a verdict is wrong"
}

test_the_files_are_well_formed() {
  write_set
  heddle bench "$input/few.set" --timeout 20 --output "$input/run" --property no-data-race
  expect_status 0
  if ! command -v xmllint >/dev/null || ! command -v jq >/dev/null; then
    skip "no xmllint or no jq"
  fi
  xmllint --noout "$input/run/junit.xml" || fail "junit.xml is malformed"
  jq -e '.records | length > 0 and all(.verdict == "true" or .verdict == "false")' "$input/run/results.json" ||
    fail "results.json is not as expected"
}

test_another_tool_and_wrong_verdicts() {
  write_set
  write_tool
  heddle bench "$programs/data-race" --property no-data-race --tool "$input/guess.yml" --output "$input/run"
  expect_status 1
  expect_out "WRONG: guess says true for data-race/"
  grep -q '"guess": "guess 1.0"' "$input/run/results.json" || fail "the version is not there"
}

test_an_interrupted_run_is_resumed() {
  "$binary" bench "$programs/lazy" --timeout 5 --output "$input/run" >"$out" 2>"$err" </dev/null &
  process=$!
  until [ "$(wc -l 2>/dev/null <"$input/run/journal.jsonl" || echo 0)" -ge 3 ]; do
    kill -0 "$process" 2>/dev/null || fail "it has ended"
    sleep 0.05
  done
  kill -INT "$process"
  wait "$process"
  status=$?
  expect_status 3
  expect_out "--resume --output $input/run continues"
  known=$(tail -n +2 "$input/run/journal.jsonl" | wc -l)
  printf '{"tool": "heddle", "ta' >>"$input/run/journal.jsonl" # a line that was cut short
  heddle bench "$programs/lazy" --timeout 5 --output "$input/run"
  expect_status 2
  expect_err "is the journal of an earlier run; continue it with --resume"
  heddle bench "$programs/lazy" --timeout 6 --output "$input/run" --resume
  expect_status 2
  expect_err "other tools, versions or limits"
  heddle bench "$programs/lazy/filter3.yml" --timeout 5 --output "$input/run" --resume
  [ "$known" -ge 2 ] || fail "only $known records"
  expect_status 0
}

test_runs_are_compared() {
  write_tool
  heddle bench "$programs/data-race" --property no-data-race --tool "$input/guess.yml" --output "$input/first"
  sed -i 's/echo YES/echo NO/' "$input/guess.yml"
  heddle bench "$programs/data-race" --property no-data-race --tool "$input/guess.yml" --output "$input/second" \
    --compare "$input/first/results.json"
  expect_status 1
  expect_out "guess: true -> false"
  ! grep -q "not compared" "$out" || fail "both runs have the same tasks"
  heddle bench "$programs/mutex/counter.yml" --property unreach-call --tool "$input/guess.yml" --output "$input/third" \
    --compare "$input/first/results.json"
  expect_out "only there, 1 only here"
}

test_bad_input() {
  heddle bench "$input/nothing"
  expect_status 2
  expect_err "no such file or folder"
  heddle bench "$input"
  expect_status 2
  expect_err "no task definition (.yml) in this folder"
  echo 'x*.yml' >"$input/bad.set"
  heddle bench "$input/bad.set"
  expect_status 2
  expect_err "bad.set:1: no file matches 'x*.yml'"
  heddle bench "$programs/mutex" --property nonsense
  expect_status 2
  expect_err "'nonsense' is no property that Heddle knows"
  heddle bench "$programs/mutex" --timeout never
  expect_status 2
  heddle bench "$programs/mutex" --compare "$input/bad.set"
  expect_status 2
  expect_err "not the results of"
}

test_verdicts_of_heddle_are_cached() {
  write_set
  write_tool
  heddle bench "$input/few.set" --timeout 20 --output "$input/first" --engine explore --tool "$input/guess.yml"
  ! grep -q '"cached"' "$input/first/results.json" || fail "a hit in the first run"
  heddle bench "$input/few.set" --timeout 20 --output "$input/second" --engine explore --tool "$input/guess.yml"
  expect_out "verdicts are from the cache, with the times of then"
  if ! command -v jq >/dev/null; then
    skip "no jq"
  fi
  # The same verdicts, and the times of the runs in which they were found.
  for run in first second; do
    jq -S '[.records[] | select(.verdict == "true" or .verdict == "false") | {tool, task, property, verdict, engine}]' \
      "$input/$run/results.json" >"$input/$run/verdicts"
  done
  cmp "$input/first/verdicts" "$input/second/verdicts" || fail "other verdicts"
  jq -e '.records | all(if .tool == "guess" then .cached == null else .cached != null or .verdict == "unknown" end)' \
    "$input/second/results.json" >/dev/null || fail "not the verdicts of Heddle, and only these, are from the cache"
  # Within another limit, a verdict has to be found anew.
  heddle bench "$input/few.set" --timeout 21 --output "$input/third" --engine explore
  ! grep -q '"cached"' "$input/third/results.json" || fail "a hit in spite of another limit"
}

test_no_cache() {
  write_set
  for run in first second; do
    heddle bench "$input/few.set" --timeout 20 --output "$input/$run" --no-cache
    ! grep -q '"cached"' "$input/$run/results.json" || fail "a hit"
  done
  [ ! -e "$XDG_CACHE_HOME/heddle" ] || fail "something is kept"
  heddle bench "$input/few.set" --timeout 20 --output "$input/third" --cache "$input/kept"
  [ -n "$(find "$input/kept" -name '*.json')" ] || fail "nothing is kept in the given directory"
}

# A tool that leaves a file where it runs, and includes a header.
test_a_tool_runs_in_a_folder_of_its_own_with_the_headers() {
  mkdir "$input/tasks"
  printf '#include "error.h"\nint main(void) { reach_error(); }\n' >"$input/tasks/a.c"
  echo 'void reach_error(void) {}' >"$input/tasks/error.h"
  echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >"$input/tasks/p.prp"
  cat >"$input/tasks/a.yml" <<YAML
format_version: '2.0'
input_files: a.c
properties: [{property_file: p.prp, expected_verdict: false}]
options: {language: C, data_model: LP64}
YAML
  cat >"$input/tool.yml" <<YAML
name: preprocessor
command: [sh, -c, 'echo left >left; \${CC:-cc} -E "\$1"', tool, '{files}']
properties: {unreach-call: []}
prepare: [{replace: 'reach_error\(void\) \{\}', with: 'reach_error(void) { CHANGED }'}]
verdicts: [{match: 'CHANGED', verdict: false}]
YAML
  heddle bench "$input/tasks" --tool "$input/tool.yml" --output "$input/run"
  expect_status 0
  grep -q "preprocessor,.*,false,false,right" "$input/run/results.csv" || fail "the header was not changed, or not found"
  [ ! -e left ] || fail "the tool runs in the current directory"
}

test_a_tool_that_crashes_is_an_error() {
  cat >"$input/tool.yml" <<YAML
name: crashing
command: [sh, -c, 'kill -SEGV \$\$']
properties: {no-data-race: []}
verdicts: [{match: 'YES', verdict: true}]
YAML
  heddle bench "$programs/data-race" --property no-data-race --tool "$input/tool.yml" --output "$input/run"
  grep -q "error,undecided,\"it was ended by signal 11" "$input/run/results.csv" || fail "a crash is not an error"
}

test_a_changed_task_is_run_again() {
  mkdir "$input/tasks"
  cp "$programs/mutex/counter.c" "$programs/mutex/counter.yml" "$input/tasks"
  cp -r "$programs/properties" "$input/properties"
  heddle bench "$input/tasks" --timeout 20 --output "$input/run" --no-cache
  expect_status 0
  heddle bench "$input/tasks" --timeout 20 --output "$input/run" --no-cache --resume
  expect_out "are known"
  echo '// changed' >>"$input/tasks/counter.c"
  heddle bench "$input/tasks" --timeout 20 --output "$input/run" --no-cache --resume
  expect_status 0
  ! grep -q "are known" "$out" || fail "the record is of the task as it was"
}

test_two_runs_in_one_folder() {
  "$binary" bench "$programs/lazy" --timeout 5 --output "$input/run" --no-cache >"$out" 2>"$err" </dev/null &
  process=$!
  until [ -s "$input/run/journal.jsonl" ]; do
    kill -0 "$process" 2>/dev/null || fail "it has ended"
    sleep 0.05
  done
  heddle bench "$programs/lazy" --timeout 5 --output "$input/run" --no-cache --resume
  expect_status 2
  expect_err "another run writes to this folder"
  kill -INT "$process"
  wait "$process"
}

# Also of a tool that is a script, whose children the system does not end with it.
test_a_killed_run_leaves_nothing_running() {
  cat >"$input/tool.yml" <<YAML
name: sleeping
command: [sh, -c, 'echo \$\$ >$input/pid; sleep 600; sleep 600']
properties: {no-data-race: []}
verdicts: [{match: 'YES', verdict: true}]
YAML
  "$binary" bench "$programs/data-race" --property no-data-race --tool "$input/tool.yml" --output "$input/run" \
    >"$out" 2>"$err" </dev/null &
  process=$!
  until [ -s "$input/pid" ]; do
    kill -0 "$process" 2>/dev/null || fail "it has ended"
    sleep 0.05
  done
  kill -KILL "$process"
  wait "$process"
  tries=0
  while kill -0 "$(cat "$input/pid")" 2>/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 100 ] || fail "the tool still runs"
    sleep 0.1
  done
  rm -rf "$TMPDIR"/heddle-bench-* # of the run that was killed
}

# Otherwise the tool would get the unchanged files, and answer another question.
test_copies_that_cannot_be_made_are_an_error() {
  write_tool
  env TMPDIR="$input/nowhere" "$binary" bench "$programs/data-race" --property no-data-race --tool "$input/guess.yml" \
    --output "$input/run" >"$out" 2>"$err" </dev/null
  status=$?
  expect_status 0
  grep -q "error,undecided,no copies of the files can be made" "$input/run/results.csv" || fail "another reason"
  ! grep -q "true,right\|true,WRONG" "$input/run/results.csv" || fail "the tool has run"
}

# Other verifiers print what they like; the files are read by strict parsers.
test_bytes_that_are_no_text_do_not_break_the_files() {
  cat >"$input/tool.yml" <<'YAML'
name: noisy
command: [sh, -c, 'printf "caf\351\001 \033[31mred\033[0m <&>\r\n" >&2; exit 3']
properties: {no-data-race: []}
verdicts: [{match: 'red', verdict: error}]
YAML
  heddle bench "$programs/data-race" --property no-data-race --tool "$input/tool.yml" --output "$input/run"
  expect_status 0
  grep -q 'red <&>' "$input/run/results.csv" || fail "the reason is not there"
  python3 - "$input/run" <<'P' || fail "a file cannot be read"
import csv, json, sys, xml.dom.minidom
folder = sys.argv[1]
records = json.load(open(folder + "/results.json", encoding="utf-8"))["records"]
rows = list(csv.reader(open(folder + "/results.csv", encoding="utf-8", newline="")))
cases = xml.dom.minidom.parse(folder + "/junit.xml").getElementsByTagName("testcase")
assert len(records) == len(rows) - 1 == len(cases) > 0
assert all(len(row) == len(rows[0]) for row in rows)
P
}

test_a_tool_that_checks_none_of_the_properties() {
  write_tool
  heddle bench "$programs/mutex/counter.yml" --property no-deadlock --unasked --tool "$input/guess.yml"
  expect_status 2
  expect_err "no property that these tasks ask for is checked by guess"
}

test_times_on_what_all_tools_solve() {
  write_tool
  heddle bench "$programs/data-race" --property no-data-race --engine auto --tool "$input/guess.yml" --timeout 20 \
    --output "$input/run"
  expect_status 1
  expect_out "that both are right for:"
  expect_out "times that of "
  command -v jq >/dev/null || skip "no jq"
  jq -e '.common.tasks == ([.records[] | select(.judgement == "right")] | group_by([.task, .property])
    | map(select(length == 2)) | length)' "$input/run/results.json" >/dev/null || fail "another number of tasks"
}

test_a_version_command_that_fails_is_no_version() {
  write_tool
  sed -i 's/^version:.*/version: [sh, -c, "echo no such tool >\&2; exit 127"]/' "$input/guess.yml"
  heddle bench "$programs/mutex/counter.yml" --property no-data-race --tool "$input/guess.yml" --output "$input/run"
  grep -q '"guess": ""' "$input/run/results.json" || fail "an error message is taken for the version"
}
