# shellcheck shell=sh
# Witnesses: --witness of heddle verify, and heddle validate.

# A line of the result, and its exit code.
expect_witness() {
  last=$(tail -n 1 "$out")
  case $last in
  "WITNESS: $1"*) ;;
  *) fail "the last line is '$last', not 'WITNESS: $1'" ;;
  esac
  case $1 in
  confirmed) expect_status 0 ;;
  rejected*) expect_status 1 ;;
  *) expect_status 3 ;;
  esac
}

# The writer of $1 is not asked: another parser reads the file.
expect_well_formed() {
  case $1 in
  *.graphml)
    command -v xmllint >/dev/null || skip "xmllint is not installed"
    xmllint --noout "$1" || fail "$1 is not XML"
    ;;
  *.yml)
    python3 -c 'import yaml' 2>/dev/null || skip "python3 has no yaml"
    python3 - "$1" <<'P' || fail "$1 is not a witness"
import sys, yaml
for entry in yaml.safe_load(open(sys.argv[1])):
    metadata = entry["metadata"]
    assert metadata["format_version"].startswith("2."), metadata
    task = metadata["task"]
    assert all(len(task["input_file_hashes"][name]) == 64 for name in task["input_files"])
    assert task["data_model"] in ("LP64", "ILP32") and task["language"] == "C"
    assert task["specification"].startswith("CHECK( init(main()), LTL(G ")
    if entry["entry_type"] == "violation_sequence":
        points = [p["waypoint"] for s in entry["content"] for p in s["segment"]]
        assert points[-1]["type"] == "target" and "constraint" not in points[-1]
        assert all(p["action"] == "follow" and p["location"]["line"] > 0 for p in points)
        assert all(p["constraint"]["value"] for p in points[:-1])
    else:
        assert entry["entry_type"] == "invariant_set"
        for invariant in (i["invariant"] for i in entry["content"]):
            assert invariant["type"] in ("loop_invariant", "location_invariant")
            assert invariant["format"] == "c_expression" and invariant["value"]
P
    ;;
  esac
}

# Every witness that Heddle writes for the task is well-formed, and Heddle confirms it.
round_trip() {
  for format in graphml yml; do
    heddle verify --timeout 60 --witness "$input/w.$format" "$@"
    case $status in 0 | 1) ;; *) fail "no verdict for $*" ;; esac
    expect_out "the witness is in $input/w.$format: heddle validate"
    expect_well_formed "$input/w.$format"
    heddle validate --timeout 60 --witness "$input/w.$format" "$@"
    expect_witness confirmed
    expect_no_err
  done
}

test_witnesses_of_a_violation_round_trip() {
  write_lost_update
  round_trip "$program"
  round_trip --property no-data-race "$program"
}

test_witnesses_of_a_proof_round_trip() {
  write_correct
  round_trip "$program"
  round_trip --property no-data-race "$program"
}

test_inputs_are_part_of_a_witness() {
  cat >"$input/inputs.c" <<'C'
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (a > 100000 && b == a - 123456 && b < -7)
    reach_error();
  return 0;
}
C
  round_trip "$input/inputs.c"
  grep -q 'result == -' "$input/w.yml" || fail "no value of an input"
  # With another value, it is not that execution.
  sed 's/result == [0-9]*"/result == 5"/' "$input/w.yml" >"$input/other.yml"
  heddle validate --timeout 20 --witness "$input/other.yml" "$input/inputs.c"
  expect_witness unknown
}

# All of them in long mode, otherwise those with something special: violations without a statement of their own, leaks,
# assumptions, functions without a body, an engine in the task.
test_verdicts_of_programs_round_trip() {
  programs=$source_root/tests/programs
  selected='deadlock/*.yml entry-functions/error_*.yml modular/a[lt]*.yml modular/deadlock_any_number.yml
    memory-safety/leak_*.yml race-patterns/adjacent_c*.yml trace/free_is_skipped_wrong.yml uncut/*_assumed.yml'
  [ -z "${HEDDLE_LONG-}" ] || selected='*/*.yml'
  # shellcheck disable=SC2086 # these are patterns
  for task in $(cd "$programs" && ls $selected); do
    for format in graphml yml; do
      heddle verify --quiet --timeout 20 --witness "$input/w.$format" "$programs/$task"
      case $status in 0 | 1) ;; *) continue ;; esac
      expect_well_formed "$input/w.$format"
      heddle validate --quiet --timeout 60 --witness "$input/w.$format" "$programs/$task"
      [ "$status" -eq 0 ] || fail "$task, $format"
    done
  done
}

test_a_report_of_the_cache_does_not_replace_a_witness() {
  write_correct
  heddle verify --cache "$input/cache" "$program"
  heddle verify --cache "$input/cache" --witness "$input/w.yml" "$program"
  expect_out "the witness is in"
  [ -s "$input/w.yml" ] || fail "no witness"
}

test_each_property_has_its_witness() {
  write_lost_update
  heddle verify --property unreach-call --property no-data-race --witness "$input/w.yml" "$program"
  for property in unreach-call no-data-race; do
    heddle validate --witness "$input/w.$property.yml" "$program"
    expect_witness confirmed
  done
}

test_a_violation_witness_of_a_correct_program_is_rejected() {
  write_lost_update
  heddle verify --quiet --witness "$input/w.yml" "$program"
  expect_status 1
  sed 's/counter == 2/counter <= 2/' "$program" >"$input/right.c"
  heddle validate --witness "$input/w.yml" "$input/right.c"
  expect_witness "rejected (the property holds)"
  expect_status 1
  expect_err "of other content"
}

test_a_violation_elsewhere_does_not_confirm() {
  write_lost_update
  heddle verify --quiet --witness "$input/w.yml" "$program"
  # The assertion is in line 14; the target is now in line 12.
  python3 -c 'import yaml' 2>/dev/null || skip "python3 has no yaml"
  python3 - "$input/w.yml" <<'P'
import sys, yaml
witness = yaml.safe_load(open(sys.argv[1]))
witness[0]["content"][-1]["segment"][-1]["waypoint"]["location"]["line"] = 12
yaml.safe_dump(witness, open(sys.argv[1], "w"))
P
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness unknown
}

# write_invariant EXPRESSION TYPE LINE COLUMN: a witness of another tool for $program.
write_invariant() {
  cat >"$input/w.yml" <<Y
- entry_type: invariant_set
  metadata:
    format_version: "2.0"
    uuid: 1
    creation_time: 2026-01-01T00:00:00Z
    producer: {name: Other, version: 1}
    task:
      input_files: [a.c]
      input_file_hashes: {a.c: unknown}
      specification: CHECK( init(main()), LTL(G ! call(__assert_fail())) )
      data_model: LP64
      language: C
  content:
  - invariant:
      type: $2
      location: {file_name: a.c, line: $3, column: $4, function: main}
      value: "$1"
      format: c_expression
Y
}

write_loop() {
  program=$input/loop.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *unused) {
  int i = 0;
  while (i < 2) {
    pthread_mutex_lock(&m);
    x = x + 1;
    pthread_mutex_unlock(&m);
    i = i + 1;
  }
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  for (int j = 0; j < 2; j++)
    ;
  pthread_join(a, 0);
  assert(x == 2);
  return 0;
}
C
}

test_invariants_of_another_tool_are_checked() {
  write_loop
  write_invariant "i >= 0 && i <= 2 && x >= i && x <= i" loop_invariant 7 3
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness confirmed
  expect_out "a correctness witness of Other for unreach-call"
  write_invariant "x >= 0 && x <= 2" loop_invariant 18 3
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness confirmed
  write_invariant "x == 2" location_invariant 21 3
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness confirmed
}

test_invariants_of_a_preprocessed_file_are_checked() {
  printf '%s\n' '# 1 "a.c"' 'int x;' 'int main(void) {' '  x = 1;' '  x = x + 1;' '  return x;' '}' >"$input/a.i"
  write_invariant "x == 1" location_invariant 5 3
  heddle validate --witness "$input/w.yml" "$input/a.i"
  expect_witness confirmed
  write_invariant "x == 2" location_invariant 5 3
  heddle validate --witness "$input/w.yml" "$input/a.i"
  expect_witness rejected
}

test_a_wrong_invariant_is_rejected_with_an_execution() {
  write_loop
  write_invariant "i <= 1" loop_invariant 7 3
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness "rejected (an invariant of"
  expect_status 1
  expect_out "does not hold: i <= 1"
  # It holds when main gets there, but not while it is there: another thread runs.
  write_invariant "x == 0" location_invariant 18 3
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness rejected
}

test_what_cannot_be_checked_is_not_confirmed() {
  write_loop
  for wrong in "x = 2" "worker(0) == 0" "nothing == 1" "1); (1"; do
    write_invariant "$wrong" location_invariant 21 3
    heddle validate --witness "$input/w.yml" "$program"
    expect_witness unknown
  done
  write_invariant "STEP >= 0" location_invariant 21 3
  heddle validate --witness "$input/w.yml" -DSTEP=x++ "$program"
  expect_witness "unknown (an invariant cannot be compiled"
  heddle validate --witness "$input/w.yml" -DSTEP=x "$program"
  expect_witness confirmed
  write_invariant "x == 2" location_invariant 19 4
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness "unknown (the invariant of line 19: no statement begins there)"
}

test_a_correctness_witness_of_a_wrong_program_is_rejected() {
  write_lost_update
  write_invariant "counter >= 0" location_invariant 14 3
  heddle validate --witness "$input/w.yml" "$program"
  expect_witness "rejected (the property is violated)"
}

test_errors_of_the_user() {
  write_lost_update
  heddle verify --witness "$input/w.txt" "$program"
  expect_error "must end in .graphml or .yml"
  heddle validate "$program"
  expect_error "no witness given"
  heddle validate --witness "$input/none.yml" "$program"
  expect_error "cannot be read"
  echo "- 1" >"$input/w.yml"
  heddle validate --witness "$input/w.yml" "$program"
  expect_error "not a witness"
  write_invariant 1 location_invariant 14 3
  heddle validate --witness "$input/w.yml" --property no-data-race "$program"
  expect_error "is about unreach-call, not about no-data-race"
}
