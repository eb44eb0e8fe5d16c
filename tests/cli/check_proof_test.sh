# shellcheck shell=sh
# heddle check-proof: proofs that heddle verify --proof has written, checked in a process of their own.

# Proves $program with the further arguments, and writes the proof to $input/proof.
prove() {
  heddle verify --proof "$input/proof" "$@" "$program"
  [ "$status" -eq 0 ] || fail "no proof"
}

# The last line of standard output is the result, and the exit code says the same.
expect_proof() {
  last=$(tail -n 1 "$out")
  case $last in
  "PROOF: $1"*) ;;
  *) fail "the last line is '$last', not 'PROOF: $1'" ;;
  esac
  case $1 in
  valid*) expect_status 0 ;;
  invalid*) expect_status 1 ;;
  *) expect_status 3 ;;
  esac
}

# Replaces what follows the keyword $1 by $2, in the proof.
change_proof() {
  grep -q "^$1 " "$input/proof" || fail "no line $1 in the proof"
  sed "s/^$1 .*/$1 $2/" "$input/proof" >"$input/changed" && mv "$input/changed" "$input/proof"
}

test_proofs_of_both_engines_are_valid() {
  write_correct
  for engine in lazy cegar; do
    for solver in cadical z3; do
      prove --engine $engine --solver $solver
      expect_out "the proof is in $input/proof: heddle check-proof $input/proof FILE... checks it"
      heddle check-proof "$input/proof" "$program"
      expect_proof valid
      expect_no_err
      expect_out "checking unreach-call in $program"
      expect_out "a proof by engine $engine of Heddle"
      other=z3
      [ $solver = z3 ] && other=cadical
      expect_out "checked with $other"
    done
  done
}

test_a_proof_for_any_number_of_threads_is_valid() {
  program=$input/any_number.c
  cat >"$program" <<'END'
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int busy;
void *worker(void *arg) {
  pthread_mutex_lock(&m);
  assert(busy == 0);
  busy = 1;
  busy = 0;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_int())
    pthread_create(&t, 0, worker, 0);
  return 0;
}
END
  prove --engine parametric --check-proof --invariant "$input/invariant"
  expect_out "the proof has been checked: for any number of threads"
  grep -qF 'worker.self' "$input/invariant" || fail "no predicate about a worker"
  heddle check-proof "$input/proof" "$program"
  expect_proof valid
  expect_out "a proof by engine parametric of Heddle"
  expect_out "checked with z3"
  grep -v '^unreachable violation$' "$input/proof" | sed 's/^end .*/end 0/; /^unreachable /d' >"$input/changed"
  heddle check-proof "$input/changed" "$program"
  expect_proof invalid
}

test_a_thread_modular_proof_is_checked() {
  program=$input/counter.c
  cat >"$program" <<'END'
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return x;
}
END
  prove --engine modular --property no-data-race --check-proof --invariant "$input/invariant"
  expect_out "the proof has been checked: for any number of threads"
  grep -q 'x  *is protected by m' "$input/invariant" || fail "it is not said what protects x"
  grep -qF 'both hold m' "$input/invariant" || fail "it is not said why accesses do not race"
  heddle check-proof "$input/proof" "$program"
  expect_proof valid
  expect_out "a proof by engine modular of Heddle"
  sed '/^held /d' "$input/proof" >"$input/changed"
  heddle check-proof "$input/changed" "$program"
  expect_proof invalid
}

# Reasons that no lock gives are those of the engine.
test_the_reasons_of_a_thread_modular_proof_are_written_down() {
  while read -r name reason; do
    program=$source_root/tests/programs/modular/$name.c
    prove --engine modular --property no-data-race --invariant "$input/invariant"
    grep -qF "  $reason" "$input/invariant" || fail "$name: it is not said that $reason"
    grep -q '^apart ' "$input/proof" || fail "$name: the proof does not have the reason"
    heddle check-proof "$input/proof" "$program"
    expect_proof valid
  done <<END
barrier_phases a barrier is between them
condition_hand_over a hand-over is between them
slot_started_again their addresses differ
END
}

test_the_solver_can_be_chosen() {
  write_correct
  prove --engine lazy
  for solver in cadical z3; do
    heddle check-proof --solver $solver "$input/proof" "$program"
    expect_proof valid
    expect_out "checked with $solver"
  done
  heddle check-proof --solver yices "$input/proof" "$program"
  expect_error "--solver"
}

test_quiet_and_json() {
  write_correct
  prove --engine lazy
  heddle check-proof --quiet "$input/proof" "$program"
  expect_proof valid
  [ "$(wc -l <"$out")" -eq 1 ] || fail "more than one line"
  heddle check-proof --format json "$input/proof" "$program"
  expect_status 0
  expect_out '"proof": "valid"'
  expect_out '"unreach-call"'
  expect_out '"solver": "z3"'
}

test_proof_of_another_program_is_an_error() {
  write_correct
  prove --engine lazy
  write_lost_update
  heddle check-proof "$input/proof" "$program"
  expect_error "is not a proof about this program"
}

# The fingerprint is not what a valid proof rests on: a forged one does not help.
test_a_forged_fingerprint_does_not_help() {
  write_lost_update
  lost=$program
  program=$input/weak.c
  sed 's/counter == 2/counter <= 2/' "$lost" >"$program"
  prove --engine lazy
  heddle check-proof "$input/proof" "$lost"
  expect_error "is not a proof about this program"
  fingerprint=$(sed -n 's/.*fingerprint is \([0-9a-f]*\).*/\1/p' "$err")
  change_proof program "$fingerprint"
  heddle check-proof "$input/proof" "$lost"
  expect_proof invalid
}

test_file_names_do_not_matter() {
  write_correct
  prove --engine lazy
  mkdir "$input/elsewhere"
  cp "$program" "$input/elsewhere/renamed.c"
  heddle check-proof "$input/proof" "$input/elsewhere/renamed.c"
  expect_proof valid
}

test_options_are_recorded() {
  program=$input/options.c
  cat >"$program" <<'C'
#include <stdlib.h>
extern void reach_error(void);
int twice(int n) { return n == 0 ? 0 : 2 + twice(n - 1); }
int main(void) {
  int *p = malloc(sizeof *p);
  if (p == 0)
    return 0;
  if (sizeof(long) != 4 || twice(N) != 24)
    reach_error();
  return 0;
}
C
  for engine in lazy cegar; do
    prove --engine $engine -DN=12 --data-model ILP32 --recursion-depth 20 --malloc-may-fail --no-spurious-wakeups \
      --no-large-blocks
    heddle check-proof "$input/proof" "$program"
    expect_proof valid
    expect_out "compiled with -DN=12 --recursion-depth 20 --malloc-may-fail --no-spurious-wakeups"
    expect_out "ILP32"
    heddle check-proof -DN=12 "$input/proof" "$program"
    expect_proof valid
    heddle check-proof -DN=11 "$input/proof" "$program"
    expect_error "is not a proof about this program"
  done
  prove --engine cegar --block single -DN=12 --data-model ILP32 --recursion-depth 20
  heddle check-proof "$input/proof" "$program"
  expect_proof valid
}

test_properties_are_recorded() {
  write_correct
  printf 'CHECK( init(main()), LTL(G ! overflow) )\nCHECK( init(main()), LTL(G lock-discipline) )\n' >"$input/both.prp"
  prove --engine lazy --property "$input/both.prp"
  heddle check-proof "$input/proof" "$program"
  expect_proof valid
  expect_out "no-overflow, lock-discipline"
  heddle check-proof --property lock-discipline --property no-overflow "$input/proof" "$program"
  expect_proof valid
  heddle check-proof --property no-overflow "$input/proof" "$program"
  expect_error "claims no-overflow, lock-discipline, which is not what --property asks for"
  heddle check-proof --property unreach-call "$input/proof" "$program"
  expect_error "which is not what --property asks for"
}

test_error_functions_are_recorded() {
  program=$input/own_error.c
  printf 'void my_error(void); int x; int main(void) { if (x) my_error(); return 0; }\n' >"$program"
  printf 'CHECK( init(main()), LTL(G ! call(my_error())) )\n' >"$input/own.prp"
  prove --engine lazy --property "$input/own.prp"
  heddle check-proof "$input/proof" "$program"
  expect_proof valid
  expect_out "error functions: my_error"
  heddle check-proof --property "$input/own.prp" "$input/proof" "$program"
  expect_proof valid
  heddle check-proof --property unreach-call "$input/proof" "$program"
  expect_error "which is not what --property asks for"
}

test_task_definitions() {
  task=$(grep -rl 'expected_verdict: true' "$source_root/tests/programs/mutex" | sort | head -n 1)
  heddle verify --engine lazy --property unreach-call --proof "$input/proof" "$task"
  expect_verdict true
  heddle check-proof "$input/proof" "$task"
  expect_proof valid
}

# A proof that rests on an assumption does not become one without.
test_assumptions_are_part_of_the_claim() {
  program=$input/assuming.c
  cat >"$program" <<'C'
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  a[i] = 1;
  if (i < 0 || i > 3)
    reach_error();
  return 0;
}
C
  prove --engine lazy --assume no-undefined-behaviour
  expect_out "VERDICT: true (assuming: no-undefined-behaviour)"
  heddle check-proof "$input/proof" "$program"
  expect_proof "valid (assuming: no-undefined-behaviour)"
  heddle check-proof --format json "$input/proof" "$program"
  expect_out '"no-undefined-behaviour"'
  sed '/^assuming/d' "$input/proof" >"$input/forged"
  heddle check-proof "$input/forged" "$program"
  expect_proof "invalid (the claim rests on an assumption that the file does not state: no-undefined-behaviour)"
  # claiming to show what was only assumed does not help either
  change_proof proves \
    'unreach-call valid-deref valid-free no-overflow lock-discipline defined-behaviour known-functions'
  sed '/^assuming/d' "$input/proof" >"$input/forged"
  heddle check-proof "$input/forged" "$program"
  expect_proof invalid
}

test_assumptions_about_functions_and_memory_models_are_part_of_the_claim() {
  program=$input/unknown.c
  cat >"$program" <<'C'
#include <assert.h>
#include <stdatomic.h>
int lib(void);
atomic_int x;
int main(void) {
  atomic_store_explicit(&x, lib() & 1, memory_order_release);
  assert(atomic_load_explicit(&x, memory_order_acquire) < 2);
  return 0;
}
C
  prove --engine lazy --assume extern:lib=any
  heddle check-proof "$input/proof" "$program"
  expect_proof "valid (assuming: "
  expect_out "extern:lib=any"
  expect_out "sequential consistency"
  sed '/^assuming sequential/d' "$input/proof" >"$input/forged"
  heddle check-proof "$input/forged" "$program"
  expect_proof invalid
}

test_changed_proofs_are_invalid() {
  write_correct
  prove --engine lazy
  # no node rests on anything but its own label
  sed 's/ label .*//' "$input/proof" >"$input/weak"
  heddle check-proof "$input/weak" "$program"
  expect_proof invalid
  heddle check-proof --format json "$input/weak" "$program"
  expect_status 1
  expect_out '"proof": "invalid"'
  expect_out '"reason"'
}

test_malformed_files_are_errors() {
  write_correct
  prove --engine lazy
  lines=$(wc -l <"$input/proof")
  sed '$d' "$input/proof" >"$input/truncated"
  heddle check-proof "$input/truncated" "$program"
  expect_error "$input/truncated:$((lines - 1)): the file is truncated"
  echo "node 0" >>"$input/proof"
  heddle check-proof "$input/proof" "$program"
  expect_error "$input/proof:$((lines + 1)): a line follows 'end'"
  heddle check-proof "$program" "$program"
  expect_error "$program:1: this is not a proof of Heddle"
  : >"$input/empty"
  heddle check-proof "$input/empty" "$program"
  expect_error "this is not a proof of Heddle"
  heddle check-proof /dev/zero "$program"
  expect_error "this is not a proof of Heddle"
  heddle check-proof "$input/nowhere" "$program"
  expect_error "$input/nowhere: cannot be read"
  heddle check-proof "$input" "$program"
  expect_error "$input: cannot be read"
  echo "heddle-proof 6" >"$input/later"
  heddle check-proof "$input/later" "$program"
  expect_error "version 6 of the format is not known"
}

# A file may come from anywhere: only options that the command line accepts reach the C compiler.
test_recorded_options_are_checked() {
  write_correct
  prove --engine lazy
  cp "$input/proof" "$input/original"
  for line in "compiler-argument -fplugin=evil.so" "compiler-argument -Xclang" "recursion-depth 1" "data-model LP65" \
    "unknown 1" "assume nothing"; do
    sed "s|^option large-blocks.*|&\noption $line|" "$input/original" >"$input/proof"
    heddle check-proof "$input/proof" "$program"
    expect_status 2
    expect_no_out
  done
  sed '/^option error-function/d' "$input/original" >"$input/proof"
  heddle check-proof "$input/proof" "$program"
  expect_error "option error-function: there is none"
  sed '/^option data-model/d' "$input/original" >"$input/proof"
  heddle check-proof "$input/proof" "$program"
  expect_error "option data-model: it must be there exactly once"
}

test_usage() {
  write_correct
  heddle check-proof
  expect_error "no file given"
  heddle check-proof ''
  expect_error "the name of the file is empty"
  prove --engine lazy
  heddle check-proof "$input/proof"
  expect_error "no file given"
  heddle check-proof "$input/proof" "$input/nowhere.c"
  expect_status 2
  heddle check-proof --property nonsense "$input/proof" "$program"
  expect_error "unknown property 'nonsense'"
  heddle check-proof --engine lazy "$input/proof" "$program"
  expect_error "unknown option --engine"
  heddle help check-proof
  expect_status 0
  expect_out "0 valid, 1 invalid"
}

# The check of a large proof is stopped in time.
test_limits_and_signals() {
  program=$input/large.c
  {
    echo '#include <assert.h>'
    echo '#include <pthread.h>'
    echo 'int x[6]; extern int __VERIFIER_nondet_int(void);'
    echo 'void *w(void *p) { for (int i = 0; i < 6; i++) { int t = x[i]; x[i] = t * 3 + 1; } return p; }'
    echo 'int main(void) { pthread_t a, b; pthread_create(&a, 0, w, 0); pthread_create(&b, 0, w, 0);'
    echo 'pthread_join(a, 0); pthread_join(b, 0); for (int i = 0; i < 6; i++) assert(x[i] <= 4); return 0; }'
  } >"$program"
  prove --engine lazy
  heddle check-proof --timeout 30ms "$input/proof" "$program"
  expect_proof "inconclusive (time limit of 0.03 s reached"
  heddle check-proof --timeout 30ms --format json "$input/proof" "$program"
  expect_status 3
  expect_out '"proof": "inconclusive"'
  mkfifo "$input/header.h"
  printf '#include "header.h"\nint main(void) { return 0; }\n' >"$input/main.c"
  "$binary" check-proof "$input/proof" "$input/main.c" >"$out" 2>"$err" </dev/null &
  process=$!
  exec 3>"$input/header.h" # opens when clang does
  kill -INT "$process"
  wait "$process"
  status=$?
  exec 3>&-
  expect_proof "inconclusive (interrupted)"
}

test_the_invariant_is_written_in_c_syntax() {
  write_correct
  for engine in lazy cegar; do
    heddle verify --engine $engine --invariant "$input/invariant" --proof "$input/proof" "$program"
    expect_verdict true
    expect_out "the invariant is in $input/invariant"
    expect_out "the proof is in $input/proof"
    grep -qF 'An inductive invariant' "$input/invariant" || fail "no invariant"
    grep -q '^heddle-proof 5$' "$input/proof" || fail "no proof"
  done
  rm "$input/proof"
  heddle verify --engine lazy --invariant "$input/invariant" "$program"
  expect_verdict true
  grep -qF "the proof is in" "$out" && fail "a proof that was not asked for"
  [ ! -e "$input/proof" ] || fail "a proof that was not asked for"
}

test_auto_says_if_the_engine_that_decided_makes_no_proof() {
  write_correct
  heddle verify --proof "$input/proof" "$program"
  expect_verdict true
  if [ -e "$input/proof" ]; then
    heddle check-proof "$input/proof" "$program"
    expect_proof valid
  else
    expect_out " makes no proof that could be written"
  fi
}

test_signals_from_outside_are_an_assumption() {
  program=$source_root/tests/programs/signals/raise_calls_the_handler.c
  prove --engine lazy --assume no-outside-signals
  expect_out "VERDICT: true (assuming: no-outside-signals)"
  heddle check-proof "$input/proof" "$program"
  expect_proof "valid (assuming: no-outside-signals)"
  sed '/^assuming/d' "$input/proof" >"$input/forged"
  heddle check-proof "$input/forged" "$program"
  expect_proof "invalid (the claim rests on an assumption that the file does not state: no-outside-signals)"
}
