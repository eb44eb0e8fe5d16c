# shellcheck shell=sh
# The options of the engines: their help, their values, and the engines that have them.

# The number after the name $1 in the output of --stats.
statistic() { sed -n "s/^  $1  *\([0-9]\)/\1/p" "$out"; }

# The entry of option $1 in the help text of an engine, on one line.
help_entry() {
  awk -v option="$1" '/^  -/ { isEntry = $1 == option } /^[^ ]/ { isEntry = 0 } isEntry' "$out" | tr -s ' \n' ' '
}

# Option $1 is listed with the text $2, for example its default value.
expect_option() {
  case $(help_entry "$1") in
  *"$2"*) ;;
  *) fail "the help text of $1 does not say '$2'" ;;
  esac
}

expect_no_option() { [ -z "$(help_entry "$1")" ] || fail "$1 is listed"; }

test_help_about_cegar() {
  heddle help cegar
  expect_status 0
  expect_no_err
  expect_out "cegar: "
  expect_option --domain "NAME"
  expect_option --domain "(default: product)"
  expect_option --values "N"
  expect_option --values "(default: 4)"
  expect_option --precision "(default: global)"
  expect_option --search "(default: mixed)"
  expect_option --refinement "(default: sequence)"
  expect_option --pruning "(default: lazy)"
  expect_option --reduction "(default: aware)"
  expect_option --reads "(default: commute)"
  expect_option --block "(default: large)"
  expect_no_option --unwind
}

test_help_about_trace() {
  heddle help trace
  expect_status 0
  expect_option --reduction "(default: dpor)"
  expect_option --pruning "(default: on)"
  expect_option --inputs "(default: symbolic)"
  expect_option --depth "steps of one execution"
  expect_option --check-proof "second interpreter"
}

test_help_about_bmc() {
  heddle help bmc
  expect_status 0
  expect_no_err
  expect_out "bmc: "
  expect_option --unwind "K"
  expect_option --unwindset "LINE:K or FILE:LINE:K"
  expect_option --monolithic "scheduling constraint"
  expect_option --check-proof "independent checker"
  expect_no_option --reduction
  expect_no_option --proof
}

test_help_names_an_engine_once_for_each_text() {
  heddle help verify --all
  expect_status 0
  expect_no_err
  ! grep -qE 'vacuity|known-functions' "$out" || fail "a property that no user can ask for"
  ! grep -qE '([a-z]+): \1: ' "$out" || fail "the name of an engine is doubled"
  ! grep -qE '\([a-z]+\) \([a-z]+\)' "$out" || fail "the default of an engine is doubled"
}

test_help_about_random() {
  heddle help random
  expect_status 0
  expect_out "proves nothing"
  expect_option --depth "steps of one execution"
  expect_option --runs "N"
  expect_option --seed "N"
}

test_help_lists_options_with_every_engine_that_has_them() {
  for engine in bmc lazy cegar trace; do
    heddle help $engine
    expect_option --solver "cadical (bit-blasting) or z3"
  done
  for engine in lazy cegar; do
    heddle help $engine
    expect_option --check-proof "independent checker"
    expect_option --proof "FILE write the proof"
    expect_option --invariant "FILE write the invariant"
  done
}

test_help_about_verify_leaves_engine_options_to_help_about_all() {
  heddle help verify
  expect_status 0
  expect_option --engine "auto"
  for option in --unwind --reduction --domain --force-cover --pruning --runs --solver --proof; do
    expect_no_option $option
  done
  tr -s ' \n' ' ' <"$out" | grep -qF "heddle help verify --all" || fail "heddle help verify --all is not mentioned"
}

test_help_about_verify_and_all_engines() {
  heddle help verify --all
  expect_status 0
  expect_no_err
  expect_option --engine "auto"
  for engine in auto bmc lazy cegar trace explore random; do
    grep -q "^$engine: " "$out" || fail "engine $engine is missing"
  done
  for option in --unwind --reduction --domain --force-cover --pruning --runs --solver --proof --nondet-range; do
    expect_option $option " "
  done
}

# Every value of the options of engine $1 is accepted: $2, $3, … are given one at a time.
expect_accepted() {
  engine=$1
  shift
  for option in "$@"; do
    heddle verify --engine "$engine" "$option" --timeout 100ms "$program"
    case $status in
    0 | 3) ;;
    *) fail "$option: exit code $status" ;;
    esac
  done
}

test_cegar_accepts_every_value_of_its_options() {
  write_correct
  expect_accepted cegar --domain=explicit --domain=cartesian --domain=boolean --domain=product --values=1 \
    --precision=global --precision=local --search=bfs --search=dfs --search=mixed --search=error-distance \
    --refinement=sequence --refinement=backward --refinement=core --pruning=full --pruning=lazy --reduction=none \
    --reduction=persistent --reduction=aware --reads=commute --reads=conflict --block=single --block=large \
    --solver=cadical --solver=z3
}

test_lazy_accepts_every_value_of_its_options() {
  write_correct
  expect_accepted lazy --reduction=monotonic --reduction=local --force-cover=on --force-cover=off --interpolants=wp \
    --interpolants=facts --search=dfs --search=bfs --search=switches --solver=cadical --solver=z3
}

test_trace_and_explore_accept_every_value_of_their_options() {
  write_correct
  expect_accepted trace --reduction=dpor --reduction=sleep --reduction=none --pruning=on --pruning=off \
    --inputs=symbolic --inputs=concrete --solver=cadical --solver=z3
  expect_accepted explore --reduction=none --reduction=sleep --reduction=persistent --reduction=both
}

# expect_refused ENGINE OPTION...: the value magic is not accepted.
expect_refused() {
  engine=$1
  shift
  for option in "$@"; do
    heddle verify --engine "$engine" "$option" magic "$program"
    expect_error "$option of engine $engine: 'magic' is not "
  done
}

test_value_that_an_option_does_not_have() {
  write_correct
  expect_refused cegar --domain --precision --search --refinement --pruning --reduction --reads --block --solver
  expect_refused lazy --reduction --force-cover --interpolants --search --solver
  expect_refused trace --reduction --pruning --inputs --solver
  expect_refused explore --reduction
  expect_refused bmc --solver
  expect_refused auto --reduction --force-cover --search --solver
}

test_values_are_at_least_one() {
  write_correct
  heddle verify --engine cegar --values 0 "$program"
  expect_error "--values of engine cegar: '0' is not a whole number from 1 to 1000000"
  heddle verify --engine cegar --values few "$program"
  expect_error "--values of engine cegar: 'few' is not a whole number"
}

test_reduction_of_another_engine() {
  write_correct
  heddle verify --engine lazy --reduction aware "$program"
  expect_error "--reduction of engine lazy: 'aware' is not monotonic or local"
  heddle verify --engine cegar --reduction monotonic "$program"
  expect_error "--reduction of engine cegar: 'monotonic' is not aware, persistent or none"
  heddle verify --engine trace --pruning lazy "$program"
  expect_error "--pruning of engine trace: 'lazy' is not on or off"
  heddle verify --engine bmc --reduction local "$program"
  expect_error "engine bmc has no option --reduction; auto, lazy, cegar, trace and explore have it; see: heddle help "
}

test_option_of_another_engine_names_the_engines_that_have_it() {
  write_correct
  heddle verify --engine lazy --domain explicit "$program"
  expect_error "engine lazy has no option --domain; cegar has it; see: heddle help cegar"
  heddle verify --engine cegar --force-cover off "$program"
  expect_error "engine cegar has no option --force-cover; auto and lazy have it; see: heddle help "
  heddle verify --engine explore --monolithic "$program"
  expect_error "engine explore has no option --monolithic; auto and bmc have it; see: heddle help "
  heddle verify --domain explicit "$program"
  expect_error "engine auto has no option --domain; cegar has it; see: heddle help cegar"
}

test_order_of_engine_and_reduction_does_not_matter() {
  write_correct
  heddle verify --reduction aware --engine lazy "$program"
  expect_error "--reduction of engine lazy: 'aware' is not monotonic or local"
  heddle verify --reduction local --engine lazy "$program"
  expect_verdict true
}

test_portfolio_accepts_the_reductions_of_its_engines() {
  write_correct
  for reduction in local monotonic none sleep persistent both; do
    heddle verify --reduction $reduction "$program"
    expect_verdict true
  done
  heddle verify --reduction aware "$program"
  expect_error "--reduction of engine auto: 'aware' is not "
}

test_reduction_of_lazy_is_used() {
  write_correct
  heddle verify --engine lazy --stats --reduction local "$program"
  expect_verdict true
  local_nodes=$(statistic nodes)
  heddle verify --engine lazy --stats --reduction monotonic "$program"
  expect_verdict true
  [ "$(statistic nodes)" -lt "$local_nodes" ] || fail "--reduction local makes $local_nodes nodes, no more"
}

test_reduction_of_explore_is_used() {
  program=$input/independent.c
  cat >"$program" <<'C'
#include <assert.h>
#include <pthread.h>
int x, y;
void *left(void *unused) {
  x = 1;
  x = 2;
  return unused;
}
void *right(void *unused) {
  y = 1;
  y = 2;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2 && y == 2);
  return 0;
}
C
  heddle verify --engine explore --stats --no-large-blocks --reduction none "$program"
  expect_verdict true
  all=$(statistic transitions)
  for reduction in sleep persistent both; do
    heddle verify --engine explore --stats --no-large-blocks --reduction $reduction "$program"
    expect_verdict true
    [ "$(statistic transitions)" -lt "$all" ] || fail "--reduction $reduction takes as many transitions as none, $all"
  done
}

test_single_blocks_keep_one_operation_per_action() {
  write_correct
  heddle verify --engine cegar --stats --reduction none --block large "$program"
  large=$(statistic "control locations")
  heddle verify --engine cegar --stats --reduction none --block single "$program"
  single=$(statistic "control locations")
  heddle verify --engine cegar --stats --reduction none --no-large-blocks "$program"
  without=$(statistic "control locations")
  [ "$without" -gt "$large" ] || fail "$without control locations without large blocks, $large with them"
  [ "$single" -gt "$without" ] || fail "$single control locations with single blocks, $without with one operation per action"
}

test_engine_without_proofs_names_those_with() {
  write_correct
  heddle verify --engine random --check-proof "$program"
  expect_error "engine random has no option --check-proof; auto, "
  heddle verify --proof "$work/proof" "$program"
  expect_verdict true
  # which engine is first is not determined, but it is not lazy: that one starts after the others have had a chance
  expect_out " makes no proof that could be written; --engine lazy, --engine cegar, --engine parametric and --engine modular do"
}

test_explore_checks_its_proof_if_asked() {
  write_correct
  heddle verify --engine explore --check-proof "$program"
  expect_verdict true
  expect_out "the proof has been checked: a second interpreter, without reductions, has visited all "
  heddle verify --engine explore --check-proof --format json "$program"
  expect_out '"checked": true'
}

test_bmc_checks_its_proofs() {
  write_correct
  heddle verify --engine bmc --check-proof --stats "$program"
  expect_verdict true
  expect_out "the proof has been checked: the unwound program, which is complete, has no violation: a clausal proof of"
  expect_out "time checking the proof"
  heddle verify --engine bmc --check-proof --solver z3 "$program"
  expect_verdict true
  expect_out "solver z3 leaves no clausal proof"
}

# Whatever the verdict is: a proof is checked, and passes.
test_every_proof_of_bmc_is_checked() {
  checked=0
  for folder in mutex condvar release_sequence; do
    for task in "$source_root/tests/programs/$folder"/*.yml; do
      heddle verify --engine bmc --check-proof --timeout 5s "$task"
      [ "$status" -ne 4 ] || fail "$task"
      [ "$status" -eq 0 ] || continue
      expect_out "the proof has been checked"
      checked=$((checked + 1))
    done
  done
  [ "$checked" -ge 10 ] || fail "only $checked proofs"
}

# The checker does not follow all that orders accesses, but locks, starts and joins.
test_most_proofs_of_modular_are_checked() {
  checked=0
  for task in "$source_root"/tests/programs/modular/*.yml; do
    grep -q 'expected_verdict: true' "$task" || continue
    heddle verify --engine modular --check-proof --timeout 5s "$task"
    [ "$status" -ne 4 ] || fail "$task"
    ! grep -q "the proof has been checked" "$out" || checked=$((checked + 1))
  done
  [ "$checked" -ge 14 ] || fail "only $checked proofs"
}

test_trace_checks_its_proofs() {
  write_correct
  heddle verify --engine trace --check-proof --stats "$program"
  expect_verdict true
  expect_out "the proof has been checked: a second interpreter has followed all "
  expect_out "time checking the proof"
}

# All tasks that name the engine, and those that are written for it.
test_every_proof_of_trace_is_checked() {
  checked=0
  for task in "$source_root"/tests/programs/trace/*.yml $(grep -l 'engines:.*trace' "$source_root"/tests/programs/*/*.yml); do
    grep -q 'expected_verdict: true' "$task" || continue
    heddle verify --engine trace --check-proof --timeout 3s "$task"
    [ "$status" -ne 4 ] || fail "$task"
    [ "$status" -eq 0 ] || continue
    expect_out "the proof has been checked"
    checked=$((checked + 1))
  done
  [ "$checked" -ge 60 ] || fail "only $checked proofs"
}

test_invalid_unwindset() {
  write_correct
  heddle verify --engine bmc --unwindset 12 "$program"
  expect_error "--unwindset of engine bmc: '12' is not LINE:K or FILE:LINE:K"
}

test_threads_are_one_to_64() {
  write_correct
  for threads in 0 65 many; do
    heddle verify --max-threads $threads "$program"
    expect_error "--max-threads"
  done
  heddle explore --max-threads 0 "$program"
  expect_error "--max-threads"
  heddle verify --max-threads 1 "$program"
  expect_verdict unknown
}

test_unwindset_for_a_line_without_a_loop() {
  write_counting
  for engine in auto bmc; do
    heddle verify --engine $engine --unwindset 1:3 "$program"
    expect_error "--unwindset: no loop that can be reached begins at line 1; loops begin at "
  done
  heddle verify --engine bmc --unwindset 6:3,nowhere.c:5:3 "$program"
  expect_error "--unwindset: no loop that can be reached begins at line nowhere.c:5"
}

test_more_jobs_start_more_configurations() {
  write_endless
  heddle verify --jobs 8 --log auto --timeout 5 "$program"
  expect_verdict unknown
  expect_err "auto info: starts engine trace"
  expect_err "auto info: starts engine cegar"
}

test_two_jobs_start_none_of_them() {
  write_endless
  heddle verify --log auto --timeout 2 "$program"
  expect_verdict unknown
  ! grep -qE 'starts engine (trace|cegar)' "$err" || fail "a configuration beside the usual ones"
}

test_jobs_are_an_option_of_auto_only() {
  write_correct
  heddle verify --engine bmc --jobs 4 "$program"
  expect_status 2
  expect_err "auto"
}
