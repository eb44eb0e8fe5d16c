# shellcheck shell=sh
# The command line itself: what it accepts, and how it reports what it does not accept.

test_no_arguments_show_the_commands() {
  heddle
  expect_status 2
  expect_err "verify"
  expect_err "explore"
}

test_help() {
  heddle help
  expect_status 0
  expect_out "verify"
  expect_no_err
}

test_help_about_a_command() {
  heddle help verify
  expect_status 0
  expect_out "--property"
  expect_out "--timeout"
  expect_out "--log"
  expect_out "--max-threads"
}

# `explore` is a command and an engine; the command comes first.
test_help_about_a_command_that_is_also_an_engine() {
  heddle help explore
  expect_status 0
  expect_out "--property"
  expect_out "--nondet-range"
  expect_out "--reduction"
}

test_help_about_an_unknown_topic() {
  heddle help verfy
  expect_error "unknown command 'verfy' (did you mean verify?)"
}

test_version() {
  heddle --version
  expect_status 0
  [ "$(sed -n '1s/[0-9.]*$//p' "$out")" = "heddle " ] || fail "the first line is not the version of Heddle"
  grep -qxE 'clang [0-9.]+, Z3 [0-9.]+, CaDiCaL [a-z0-9.]+' "$out" || fail "no versions of clang and the solvers"
  expect_no_err
}

test_unknown_option() {
  write_correct
  heddle verify --tiemout 3 "$program"
  expect_error "unknown option --tiemout (did you mean --timeout?); see: heddle help verify"
}

test_unknown_command() {
  heddle verfy x.c
  expect_error "unknown command 'verfy' (did you mean verify?)"
}

test_file_without_a_command() {
  write_correct
  heddle "$program"
  expect_error "did you mean heddle verify"
}

test_no_file() {
  heddle verify
  expect_error "no file given"
}

test_option_without_its_value() {
  write_correct
  heddle verify "$program" --seed
  expect_error "--seed"
}

test_value_that_is_not_a_number() {
  write_correct
  heddle verify --seed many "$program"
  expect_error "--seed of engine auto: 'many' is not a whole number"
}

test_value_that_is_not_a_time() {
  write_correct
  heddle verify --timeout soon "$program"
  expect_error "'soon' is not a time span"
}

test_value_that_is_not_a_size() {
  write_correct
  heddle verify --memory-limit lots "$program"
  expect_error "'lots' is not an amount of memory"
}

test_unknown_engine() {
  write_correct
  heddle verify --engine magic "$program"
  expect_error "--engine"
}

test_compiler_options_are_passed_on() {
  mkdir "$input/include"
  echo '#define ZERO 0' >"$input/include/zero.h"
  printf '#include <assert.h>\n#include "zero.h"\nint main(void) {\n  assert(WANTED == ZERO);\n  return 0;\n}\n' \
    >"$input/main.c"
  heddle verify -I "$input/include" -DWANTED=0 -std=c11 "$input/main.c"
  expect_verdict true
  heddle verify -I"$input/include" -D WANTED=1 "$input/main.c"
  expect_verdict false
  heddle verify -I"$input/include" -DWANTED=0 -UWANTED "$input/main.c"
  expect_status 2
}

test_compiler_option_without_its_value() {
  heddle verify x.c -I
  expect_error "-I needs a value"
}

test_several_files_are_linked() {
  printf '#include <assert.h>\nint answer(void);\nint main(void) {\n  assert(answer() == 42);\n  return 0;\n}\n' \
    >"$input/main.c"
  echo 'int answer(void) { return 42; }' >"$input/answer.c"
  heddle verify "$input/main.c" "$input/answer.c"
  expect_verdict true
}

test_data_model_decides_sizes() {
  printf '#include <assert.h>\nint main(void) {\n  assert(sizeof(long) == 4);\n  return 0;\n}\n' >"$input/size.c"
  heddle verify "$input/size.c"
  expect_verdict false
  heddle verify --data-model ILP32 "$input/size.c"
  expect_verdict true
}

test_task_definition_gives_files_data_model_and_property() {
  printf 'void reach_error(void) {}\nint main(void) {\n  if (sizeof(long) == 4) reach_error();\n  return 0;\n}\n' \
    >"$input/size.c"
  echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >"$input/unreach.prp"
  cat >"$input/size.yml" <<'YML'
format_version: '2.0'
input_files: 'size.c'
properties:
  - property_file: unreach.prp
    expected_verdict: false
options:
  language: C
  data_model: ILP32
YML
  heddle verify "$input/size.yml"
  expect_verdict false
  expect_out "(ILP32, "
}

# A task whose program fails only with the arguments that the task names.
write_variant() {
  printf '#include <assert.h>\nint main(int argc, char **argv) {\n  assert(WRONG == 0 || argc != 2);\n' \
    >"$input/variant.c"
  printf '  return argv[0] == 0;\n}\n' >>"$input/variant.c"
  echo '#define WRONG 1' >"$input/wrong.h"
  echo 'CHECK( init(main()), LTL(G ! call(__assert_fail())) )' >"$input/assert.prp"
  cat >"$input/variant.yml" <<'YML'
format_version: '2.0'
input_files: 'variant.c'
properties:
  - property_file: assert.prp
options:
  language: C
  data_model: LP64
  heddle:
    arguments: ['-include', '{folder}/wrong.h', '--', 'one']
YML
}

test_task_definition_gives_arguments() {
  write_variant
  heddle verify --counterexample "$input/c.json" "$input/variant.yml"
  expect_verdict false
  heddle replay "$input/c.json"
  expect_out "violation of unreach-call"
  cd "$input" || exit 1
  heddle verify variant.yml
  expect_verdict false
}

test_arguments_of_the_command_line_win_over_those_of_the_task() {
  write_variant
  heddle verify "$input/variant.yml" -- one two
  expect_verdict true
}

test_property_file_means_exactly_the_function_it_names() {
  printf '#include <assert.h>\nint main(void) {\n  assert(0);\n  return 0;\n}\n' >"$input/assert.c"
  echo 'CHECK( init(main()), LTL(G ! call(reach_error())) )' >"$input/unreach.prp"
  heddle verify --property "$input/unreach.prp" "$input/assert.c"
  expect_verdict true
  heddle verify --property unreach-call "$input/assert.c"
  expect_verdict false
}

test_dump_shows_each_stage() {
  write_correct
  heddle dump "$program"
  expect_status 0
  expect_out "worker"
  heddle dump --prepared "$program"
  expect_status 0
  expect_out "worker"
  heddle dump --cfa "$program"
  expect_status 0
  expect_out "digraph"
  heddle dump --ir "$program"
  expect_status 0
  expect_out "define"
}

# The file $out holds one complete graph for Graphviz.
expect_graph() {
  expect_status 0
  expect_no_err
  grep -q '^digraph ' "$out" || fail "not a graph"
  [ "$(tail -n 1 "$out")" = "}" ] || fail "the graph is not complete"
  expect_out " -> "
}

test_dump_shows_the_unwinding() {
  write_correct
  heddle dump --unwound "$program"
  expect_graph
  expect_out "counter"
}

test_dump_unwinds_loops_as_deeply_as_asked() {
  write_counting
  heddle dump --unwound "$program"
  expect_graph
  cp "$out" "$input/default"
  heddle dump --unwound --depth 2 "$program"
  expect_graph
  cmp "$out" "$input/default" || fail "the default is not depth 2"
  heddle dump --unwound --depth 4 "$program"
  expect_graph
  [ "$(wc -l <"$out")" -gt "$(wc -l <"$input/default")" ] || fail "depth 4 shows no more than depth 2"
}

test_dump_shows_the_tree_of_lazy() {
  for write in write_correct write_lost_update; do
    "$write"
    heddle dump --tree "$program"
    expect_graph
  done
}

test_dump_shows_one_thing_at_a_time() {
  write_correct
  for option in --program --cfa --ir --unwound; do
    heddle dump --tree $option "$program"
    expect_error "--tree"
  done
  for option in --program --cfa --ir; do
    heddle dump --unwound $option "$program"
    expect_error "--unwound"
  done
}

test_dump_has_a_depth_for_the_unwinding_only() {
  write_correct
  heddle dump --depth 3 "$program"
  expect_error "--depth requires --unwound"
  heddle dump --unwound --depth 0 "$program"
  expect_error "--depth"
}

# Runs the command with a full disk, and with a pipe that is closed, as its standard output.
expect_output_error() {
  "$binary" "$@" >/dev/full 2>"$err" </dev/null
  status=$?
  expect_status 2
  expect_err "heddle: error: standard output: cannot be written"
  mkfifo "$input/pipe"
  (
    # shellcheck disable=SC2094 # a pipe is opened for reading first, so that opening it for writing does not wait
    exec 3<>"$input/pipe" 4>"$input/pipe" 3<&-
    "$binary" "$@" >&4 2>"$err" </dev/null
    echo $? >"$input/status"
  )
  status=$(cat "$input/status")
  rm "$input/pipe"
  expect_status 2
  expect_err "heddle: error: standard output: cannot be written"
}

test_report_that_cannot_be_written_is_an_error() {
  write_lost_update
  expect_output_error verify "$program"
  expect_output_error verify --format json "$program"
  expect_output_error explore --quiet "$program"
}

test_execution_that_cannot_be_written_is_an_error() {
  write_correct
  expect_output_error run "$program"
  expect_output_error run --format json "$program"
}

test_dump_that_cannot_be_written_is_an_error() {
  write_correct
  expect_output_error dump "$program"
  expect_output_error dump --ir "$program"
}

test_help_and_version_that_cannot_be_written_are_errors() {
  expect_output_error help
  expect_output_error help verify
  expect_output_error help bmc
  expect_output_error help verify --all
  expect_output_error verify --help
  expect_output_error --help
  expect_output_error --version
}

test_last_words_that_cannot_be_written_are_an_error() {
  mkfifo "$input/header.h"
  printf '#include "header.h"\nint main(void) { return 0; }\n' >"$input/main.c"
  exec 3<>"$input/header.h"
  "$binary" verify --timeout 1 "$input/main.c" >/dev/full 2>"$err"
  status=$?
  exec 3>&-
  expect_status 2
  expect_err "heddle: error: standard output: cannot be written"
}

test_files_that_cannot_be_written_are_errors() {
  write_lost_update
  heddle verify --counterexample /dev/full "$program"
  expect_status 2
  expect_err "heddle: error: /dev/full: cannot be written"
  heddle run --counterexample /dev/full "$program"
  expect_status 2
  expect_err "heddle: error: /dev/full: cannot be written"
  write_correct
  for option in --proof --invariant; do
    heddle verify --engine lazy $option /dev/full "$program"
    expect_status 2
    expect_err "heddle: error: /dev/full: cannot be written"
  done
}

test_empty_file_names_are_errors() {
  write_lost_update
  for option in --counterexample --proof --invariant; do
    heddle verify $option '' "$program"
    expect_error "the name of the file is empty"
  done
  heddle verify ''
  expect_error "the name of the file is empty"
  heddle verify -p ''
  expect_error "the name of the file is empty"
  heddle run --schedule '' "$program"
  expect_error "the name of the file is empty"
  heddle run --counterexample '' "$program"
  expect_error "the name of the file is empty"
  heddle dump --order '' "$program"
  expect_error "the name of the file is empty"
  heddle cover --certificate '' "$program"
  expect_error "the name of the file is empty"
}

test_file_whose_name_begins_with_a_dash() {
  write_correct
  cp "$program" ./-x.c
  heddle verify ./-x.c
  rm ./-x.c
  expect_verdict true
}

test_a_cluster_is_not_for_everything() {
  heddle verify --slurm 2 --all "$input/x.c"
  expect_status 2
  expect_err "--slurm cannot be used together with --all, --suppress or --changed-since"
  heddle verify --partition fast "$input/x.c"
  expect_status 2
  expect_err "--partition needs --slurm"
}

# The current directory is empty afterwards, as after every test.
test_a_cluster_that_is_not_there() {
  echo 'int main(void) { return 0; }' >"$input/x.c"
  env PATH=/nowhere "$binary" verify --slurm 2 --property unreach-call "$input/x.c" >"$out" 2>"$err" </dev/null
  status=$?
  expect_status 2
  expect_err "cannot start sbatch"
}
