# shellcheck shell=sh
# The options of the engines: their values, and which engine they are for.

# The number behind the name $1 in what --stats has printed.
statistic() { sed -n "s/^  $1  *\([0-9]\)/\1/p" "$out"; }

test_help_names_the_engines_of_an_option() {
  heddle help verify
  expect_status 0
  expect_out "cegar"
  expect_out "--domain NAME=product"
  expect_out "--values N=4"
  expect_out "--precision NAME=global"
  expect_out "--search NAME=mixed"
  expect_out "--refinement NAME=sequence"
  expect_out "--pruning NAME=lazy"
  expect_out "--reads NAME=commute"
  expect_out "--block NAME=large"
  expect_out "--reduction NAME=dpor"
  expect_out "--prune NAME=on"
  expect_out "--inputs NAME=symbolic"
  expect_out "random, trace: steps of one execution"
  expect_out "bmc, lazy, cegar, trace: cadical or z3"
  expect_out "lazy, cegar: let an independent checker"
  expect_out "lazy, cegar: write the invariant"
}

test_cegar_takes_every_value_of_its_options() {
  write_correct
  for option in --domain=explicit --domain=cartesian --domain=boolean --domain=product --values=1 --precision=global \
    --precision=local --search=bfs --search=dfs --search=mixed --search=error-distance --refinement=sequence --refinement=backward \
    --refinement=core     --pruning=full --pruning=lazy --por=none --por=persistent --por=aware --reads=commute --reads=conflict \
    --block=single --block=large --solver=cadical --solver=z3; do
    heddle verify --engine cegar "$option" --timeout 100ms "$program"
    case $status in
    0 | 3) ;;
    *) fail "$option: exit code $status" ;;
    esac
  done
}

test_value_that_an_option_does_not_have() {
  write_correct
  for option in --domain --precision --search --refinement --pruning --por --reads --block --solver --force-cover \
    --reduction --prune --inputs; do
    heddle verify "$option" magic "$program"
    expect_error "$option: magic not in {"
  done
}

test_values_are_at_least_one() {
  write_correct
  heddle verify --engine cegar --values 0 "$program"
  expect_error "--values"
  heddle verify --engine cegar --values few "$program"
  expect_error "--values"
}

test_reduction_of_another_engine() {
  write_correct
  heddle verify --engine lazy --por aware "$program"
  expect_error "--por aware is for engine cegar; engine lazy takes monotonic or local"
  heddle verify --engine cegar --por monotonic "$program"
  expect_error "--por monotonic is for engine lazy; engine cegar takes aware, persistent or none"
  heddle verify --engine bmc --por local "$program"
  expect_error "--por local is for engine lazy; engine bmc has no reduction to choose"
}

test_order_of_engine_and_reduction_does_not_matter() {
  write_correct
  heddle verify --por aware --engine lazy "$program"
  expect_error "--por aware is for engine cegar"
  heddle verify --por local --engine lazy "$program"
  expect_verdict true
}

test_portfolio_takes_the_reductions_of_its_engines() {
  write_correct
  for reduction in local monotonic; do
    heddle verify --por $reduction "$program"
    expect_verdict true
  done
  heddle verify --por aware "$program"
  expect_status 2
  expect_error "--por aware is for engine cegar"
}

test_reduction_of_lazy_is_used() {
  write_correct
  heddle verify --engine lazy --stats --por local "$program"
  expect_verdict true
  local_nodes=$(statistic nodes)
  heddle verify --engine lazy --stats --por monotonic "$program"
  expect_verdict true
  [ "$(statistic nodes)" -lt "$local_nodes" ] || fail "--por local makes $local_nodes nodes, no more"
}

test_single_blocks_keep_one_operation_per_action() {
  write_correct
  heddle verify --engine cegar --stats --por none --block large "$program"
  large=$(statistic "control locations")
  heddle verify --engine cegar --stats --por none --block single "$program"
  single=$(statistic "control locations")
  heddle verify --engine cegar --stats --por none --no-large-blocks "$program"
  without=$(statistic "control locations")
  [ "$without" -gt "$large" ] || fail "$without control locations without large blocks, $large with them"
  [ "$single" -gt "$without" ] || fail "$single control locations with rests everywhere, $without without"
}

test_engine_without_proofs_names_those_with() {
  write_correct
  heddle verify --engine explore --check-proof "$program"
  expect_verdict true
  expect_out "engine explore leaves no proof behind; --engine lazy and --engine cegar do"
}

test_unwindset_that_is_none() {
  write_correct
  heddle verify --engine bmc --unwindset 12 "$program"
  expect_error "--unwindset: '12' is not LINE:K or FILE:LINE:K"
}
