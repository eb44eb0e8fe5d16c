# shellcheck shell=sh
# Constraints of violation witnesses: heddle validate confirms only executions in which they hold.

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

expect_without() { ! grep -qF -e "$1" "$out" || fail "'$1' on standard output"; }

# The assertion fails in line 16 after both threads have read 0 in line 5.
write_lost_update_of_locals() {
  program=$input/a.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int counter;
void *worker(void *unused) {
  int local = counter;
  counter = local + 1;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (counter != 2)
    assert(0);
  return 0;
}
C
}

# write_yaml TARGET_LINE PROPERTY, with lines of TYPE LINE COLUMN CONSTRAINT on standard input
write_yaml() {
  cat >"$input/w.yml" <<Y
- entry_type: violation_sequence
  metadata:
    format_version: "2.0"
    uuid: 1
    creation_time: 2026-01-01T00:00:00Z
    producer: {name: Other, version: 1}
    task:
      input_files: [a.c]
      input_file_hashes: {a.c: unknown}
      specification: CHECK( init(main()), LTL(G ! $2) )
      data_model: LP64
      language: C
  content:
Y
  while read -r type line column constraint; do
    cat >>"$input/w.yml" <<Y
  - segment:
    - waypoint:
        type: $type
        action: follow
        constraint: {value: '$constraint', format: c_expression}
        location: {file_name: a.c, line: $line, column: $column}
Y
  done
  cat >>"$input/w.yml" <<Y
  - segment:
    - waypoint:
        type: target
        action: follow
        location: {file_name: a.c, line: $1}
Y
}

# write_graphml TARGET_LINE, with lines of THREAD LINE KEY VALUE on standard input
write_graphml() {
  cat >"$input/w.graphml" <<X
<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">
<data key="witness-type">violation_witness</data><data key="producer">Other</data>
<data key="specification">CHECK( init(main()), LTL(G ! call(__assert_fail())) )</data>
<node id="n0"><data key="entry">true</data></node>
X
  node=0
  while read -r thread line key value; do
    cat >>"$input/w.graphml" <<X
<node id="n$((node + 1))"/><edge source="n$node" target="n$((node + 1))"><data key="startline">$line</data>
<data key="threadId">$thread</data><data key="$key">$value</data></edge>
X
    node=$((node + 1))
  done
  cat >>"$input/w.graphml" <<X
<node id="e"><data key="violation">true</data></node>
<edge source="n$node" target="e"><data key="startline">$1</data><data key="threadId">0</data></edge></graph></graphml>
X
}

# yaml RESULT WAYPOINTS, and in the same way graphml
yaml() {
  printf '%s\n' "$2" | write_yaml "${target:-16}" "${claim:-call(__assert_fail())}"
  heddle validate --timeout 60 --witness "$input/w.yml" "$program"
  expect_witness "$1"
}

graphml() {
  printf '%s\n' "$2" | write_graphml 16
  heddle validate --timeout 60 --witness "$input/w.graphml" "$program"
  expect_witness "$1"
}

test_constraints_that_hold_are_confirmed() {
  write_lost_update_of_locals
  yaml confirmed 'assumption 6 3 counter == 1'
  # The program has neither the variable nor the directory of the copy that is searched.
  expect_without "heddle-validate"
  expect_without "__VERIFIER"
  yaml confirmed 'assumption 6 3 local == 0 && counter == 1'
  yaml confirmed 'assumption 16 5 counter == 1'
  yaml confirmed 'assumption 6 3 counter == 0 && local == 0
assumption 7 3 local == 0 && counter == 1
assumption 16 5 counter < 2'
}

test_constraints_that_never_hold_are_not_confirmed() {
  write_lost_update_of_locals
  yaml "unknown (the property is violated, but no execution was found along" 'assumption 6 3 counter == 77'
  expect_out "not line 6 with 'counter == 77'"
  yaml unknown 'assumption 16 5 counter == 2'
  yaml unknown 'assumption 6 3 local == 1 && counter == 0'
  # Each of them holds at times, but not in this order.
  yaml unknown 'assumption 7 3 counter == 1
assumption 6 3 counter == 0
assumption 7 3 counter == 2'
  # It holds in an execution without a violation.
  yaml unknown 'assumption 6 3 local == 1'
}

test_constraints_of_branches_count() {
  write_lost_update_of_locals
  yaml confirmed 'branching 15 3 true'
  yaml unknown 'branching 15 3 false'
  yaml "unknown (the constraint 'true' of line 5 is not evaluated: no branch with a condition" 'branching 5 3 true'
}

test_constraints_that_cannot_be_evaluated_are_unknown() {
  write_lost_update_of_locals
  yaml "unknown (the constraint 'counter = 1' of line 6 is not evaluated: it is not an" 'assumption 6 3 counter = 1'
  yaml "unknown (the constraint" 'assumption 6 3 worker(0) == 0'
  yaml "unknown (a constraint cannot be compiled: " 'assumption 6 3 counter =='
  expect_without "heddle-validate"
  yaml "unknown (a constraint cannot be compiled: " 'assumption 16 5 local == 0'
  yaml "unknown (the constraint" 'assumption 3 1 counter == 0'
  yaml "unknown (the constraint" 'function_return 5 15 \result > 3'
  yaml unknown 'function_return 11 3 \result == 77'
}

test_a_wrong_program_is_needed_in_any_case() {
  write_lost_update_of_locals
  sed 's/counter != 2/counter > 2/' "$program" >"$input/right.c"
  program=$input/right.c
  yaml "rejected (the property holds)" 'assumption 6 3 counter == 1'
  yaml "rejected (the property holds)" 'assumption 6 3 counter = 1'
}

# The constraints of this format hold after the statement.
test_constraints_of_graphml_are_evaluated() {
  write_lost_update_of_locals
  graphml confirmed '1 6 assumption counter == 1; local == 0;
2 6 assumption counter == 1; local == 0;
0 15 control condition-true'
  graphml unknown '1 6 assumption counter == 1;
2 6 assumption counter == 2;'
  graphml unknown '1 6 assumption counter == 0;
2 6 assumption counter == 0;'
  graphml unknown '1 6 assumption counter == 77'
  graphml "unknown (a constraint cannot be compiled: " '1 6 assumption counter == ?'
  graphml unknown '0 15 control condition-false'
  graphml "unknown (the constraint 'counter == 1' of line 15 is not evaluated: its" '0 15 assumption counter == 1'
}

# The constraint reads what another thread writes, and it divides.
test_constraints_neither_race_nor_overflow() {
  program=$input/a.c
  cat >"$program" <<'C'
#include <pthread.h>
int x, y, z;
void *worker(void *unused) {
  x = 1;
  y = 5;
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  z = 1;
  y = 6;
  pthread_join(a, 0);
  return z;
}
C
  claim=data-race target=12
  yaml confirmed 'assumption 11 3 x == 1'
  expect_without "race of x"
  claim=data-race target=11
  yaml unknown 'assumption 11 3 x == 1'
  claim=overflow
  yaml rejected 'assumption 11 3 1 / x == 1'
}

test_bodies_without_braces_and_loops_are_observed() {
  program=$input/a.c
  cat >"$program" <<'C'
#include <assert.h>
int x;
int main(void) {
  for (int i = 0; i < 3; i++)
    if (i == 1)
      x = x + i;
    else
      x = x + 10;
  while (x < 25)
    x = x + 1;
  assert(x == 0);
  return 0;
}
C
  target=11
  yaml confirmed 'assumption 8 7 i == 0 && x == 0
branching 5 5 true
assumption 6 7 x == 10
branching 4 3 false
assumption 9 3 x == 21
branching 9 3 false
assumption 11 3 x == 25'
  yaml unknown 'assumption 6 7 x == 11'
  yaml unknown 'assumption 8 7 i == 1'
}

test_inputs_that_a_constraint_needs_are_found() {
  program=$input/a.c
  cat >"$program" <<'C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = __VERIFIER_nondet_int();
  if (b == 3 * a)
    assert(a != 123456 && a != -5 && a != 777777);
  return 0;
}
C
  target=7
  yaml confirmed 'assumption 6 3 a == 123456'
  expect_out "123456"
  yaml confirmed 'assumption 5 3 a > 123456'
  yaml confirmed 'assumption 5 3 a < 0
assumption 6 3 a < -4 && b < -14'
  yaml unknown 'assumption 6 3 a == 123457'
}

test_constraints_of_other_files_and_formats_are_not_evaluated() {
  write_lost_update_of_locals
  printf '%s\n' 'assumption 6 3 counter == 1' | write_yaml 16 'call(__assert_fail())'
  sed 's/{file_name: a.c, line: 6/{file_name: a.h, line: 6/' "$input/w.yml" >"$input/other.yml"
  heddle validate --witness "$input/other.yml" "$program"
  expect_witness "unknown (the constraint 'counter == 1' of line 6 is not evaluated: it is in a file that is not given"
  sed 's/c_expression/acsl_expression/' "$input/w.yml" >"$input/other.yml"
  heddle validate --witness "$input/other.yml" "$program"
  expect_error "'acsl_expression' is not a format of a constraint"
}

test_waypoints_to_be_avoided_are_not_passed() {
  write_lost_update_of_locals
  printf '%s\n' 'assumption 6 3 local == 0' 'assumption 16 5 counter == 1' | write_yaml 16 'call(__assert_fail())'
  # Both threads read 0 in any execution that violates the property, and none ever reads 2.
  for case in 'local == 0/unknown' 'local == 2/confirmed' '1/unknown'; do
    awk -v constraint="${case%/*}" '
      /- segment:/ && ++n == 2 {
        print; print "    - waypoint:"; print "        type: assumption"; print "        action: avoid"
        print "        constraint: {value: \"" constraint "\", format: c_expression}"
        print "        location: {file_name: a.c, line: 6, column: 3}"
        next
      }
      { print }' "$input/w.yml" >"$input/avoid.yml"
    heddle validate --timeout 60 --witness "$input/avoid.yml" "$program"
    expect_witness "${case#*/}"
  done
}

# Most tasks of SV-COMP are preprocessed; clang includes no other file there.
test_preprocessed_files_are_observed() {
  program=$input/a.i
  cat >"$program" <<'C'
# 1 "a.c"
extern void reach_error(void); int x; int main(void) { x = 1; if (x) x = 2;
  if (x == 2)
    reach_error();
  return 0;
}
C
  claim='call(reach_error())'
  printf '%s\n' 'assumption 2 56 x == 0' 'assumption 2 63 x == 1' 'assumption 3 3 x == 2' | write_yaml 4 "$claim"
  sed 's/a\.c, line/a.i, line/' "$input/w.yml" >"$input/i.yml"
  heddle validate --witness "$input/i.yml" "$program"
  expect_witness confirmed
  sed 's/x == 1/x == 5/' "$input/i.yml" >"$input/other.yml"
  heddle validate --witness "$input/other.yml" "$program"
  expect_witness "unknown (the property is violated, but no execution"
  sed 's/x == 1/x ==/' "$input/i.yml" >"$input/other.yml"
  heddle validate --witness "$input/other.yml" "$program"
  expect_witness "unknown (a constraint cannot be compiled: "
}
