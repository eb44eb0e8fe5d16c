# shellcheck shell=sh
# heddle cover: verdicts, formats, errors with their place, limits and signals.

write_lock() {
  cat >"$input/lock.tts" <<'T'
# one thread at a time in local state 1
2 2
0 0 -> 1 1
1 1 -> 0 0
T
}

# A net whose backward search does not end soon, and whose oracle does not help.
write_endless_net() {
  {
    echo "vars"
    for i in 0 1 2 3 4 5 6 7 8 9; do echo "x$i y$i z$i"; done
    echo "bad"
    echo "rules"
    for i in 0 1 2 3 4 5 6 7 8 9; do
      j=$(((i + 1) % 10))
      echo "x$i >= 1, y$j >= 1 -> x$i' = x$i - 1, y$j' = y$j + 2, z$i' = z$i + x$j, x$j' = 0;"
      echo "z$i >= 2, y$i >= 1 -> z$i' = z$i - 2, x$j' = x$j + 3, y$i' = y$i + z$j - 1, z$j' = 0;"
      echo "y$i >= 3 -> y$i' = y$i - 3, z$j' = z$j + 1, x$i' = x$i + 1;"
    done
    echo "x0 >= 900, y1 >= 900, z2 >= 900, bad >= 1 -> bad' = bad + 1;"
    echo "init"
    for i in 0 1 2 3 4 5 6 7 8 9; do printf 'x%s = 2, y%s = 1, z%s = 0,\n' "$i" "$i" "$i"; done
    echo "bad = 1"
    echo "target"
    echo "bad >= 3, x1 >= 50, y2 >= 70"
  } >"$input/endless.spec"
}

expect_coverability() {
  last=$(tail -n 1 "$out")
  case $last in
  "VERDICT: $1"*) ;;
  *) fail "the last line is '$last', not 'VERDICT: $1'" ;;
  esac
  case $1 in
  uncoverable) expect_status 0 ;;
  coverable) expect_status 1 ;;
  *) expect_status 3 ;;
  esac
}

test_uncoverable_with_checked_proof() {
  write_lock
  heddle cover --target '1|1,1' --check-proof --stats "$input/lock.tts"
  expect_coverability uncoverable
  expect_out "a proof with"
  expect_out "the proof has been checked"
  expect_out "oracle hits"
}

test_coverable_with_trace() {
  write_lock
  heddle cover --target '1|0,1' "$input/lock.tts"
  expect_coverability coverable
  expect_out "a trace of 1 step with 2 threads, and it replays:"
  expect_out "(1 | 0, 1)"
}

test_all_algorithms() {
  for algorithm in backward widen lean; do
    for oracle in on off; do
      for file in three_phases.cbp door.tts; do
        heddle cover --algorithm $algorithm --oracle $oracle --check-proof "$source_root/examples/cover/$file"
        case $file in
        door.tts) expect_coverability coverable ;;
        *) expect_coverability uncoverable ;;
        esac
      done
    done
  done
}

test_target_beside_the_file() {
  write_lock
  echo '1|1' >"$input/lock.prop"
  heddle cover "$input/lock.tts"
  expect_coverability coverable
}

test_target_in_a_prop_file() {
  write_lock
  echo '1|1,1' >"$input/other.prop"
  heddle cover --target "$input/other.prop" "$input/lock.tts"
  expect_coverability uncoverable
}

test_initial_states() {
  write_lock
  heddle cover --initial '0|0' --target '1|0' "$input/lock.tts"
  expect_coverability uncoverable
  heddle cover --initial '0|0,0' --target '1|0' "$input/lock.tts"
  expect_coverability coverable
}

test_pnml() {
  cat >"$input/net.pnml" <<'P'
<?xml version="1.0"?>
<pnml><net id="n" type="ptnet"><page id="g">
  <place id="p"><initialMarking><text>2</text></initialMarking></place>
  <place id="q"/>
  <transition id="t"/>
  <arc id="a" source="p" target="t"><inscription><text>2</text></inscription></arc>
  <arc id="b" source="t" target="q"/>
</page></net></pnml>
P
  heddle cover --target 'q >= 1' "$input/net.pnml"
  expect_coverability coverable
  heddle cover --target 'q >= 2' "$input/net.pnml"
  expect_coverability uncoverable
}

test_json() {
  write_lock
  heddle cover --target '1|1' --format json "$input/lock.tts"
  expect_status 1
  expect_out '"verdict": "coverable"'
  expect_out '"threads": 1'
}

test_json_with_a_file_name_that_is_not_utf8() {
  write_lock
  named=$input/$(printf 'lock\377.tts')
  mv "$input/lock.tts" "$named"
  heddle cover --target '1|1' --format json "$named"
  expect_status 1
  expect_out '"verdict": "coverable"'
}

test_certificate_file() {
  write_lock
  heddle cover --target '1|1,1' --certificate "$input/proof.txt" "$input/lock.tts"
  expect_coverability uncoverable
  grep -qF '(1 | 1^2)' "$input/proof.txt" || fail "the target is not in the proof"
}

test_plot_of_the_search() {
  write_lock
  heddle cover --plot "$input/u.svg" --target '1|1,1' "$input/lock.tts"
  expect_coverability uncoverable
  grep -q "iterations</text>" "$input/u.svg" || fail "the plot has no axis"
  grep -q "<polyline" "$input/u.svg" || fail "the plot has no line"
}

test_ctrl_c_leaves_the_plot_of_both_searches() {
  write_endless_net
  "$binary" cover --plot "$input/u.svg" "$input/endless.spec" >"$out" 2>"$err" </dev/null &
  process=$!
  sleep 3
  kill -INT "$process"
  wait "$process"
  status=$?
  expect_coverability "unknown (interrupted)"
  grep -q ">lean</text>" "$input/u.svg" || fail "the plot has no line for lean"
  test "$(nproc)" -lt 2 || grep -q ">backward</text>" "$input/u.svg" || fail "the plot has no line for backward"
}

test_malformed_procedure_names_its_place() {
  printf 'procedure f() {\n  f();\n}\n0: f();\n' >"$input/recursive.cbp"
  heddle cover "$input/recursive.cbp"
  expect_error "recursive.cbp:2:3: 'f' is recursive, which is not supported: calls are inlined"
}

test_no_target() {
  write_lock
  heddle cover "$input/lock.tts"
  expect_error "there is no target"
}

test_no_file() {
  heddle cover
  expect_error "no file given"
}

test_unknown_extension() {
  echo >"$input/lock.net"
  heddle cover "$input/lock.net"
  expect_error "unknown kind of file"
}

test_missing_file() {
  heddle cover "$input/missing.tts"
  expect_error "missing.tts: cannot be read"
}

test_malformed_tts_names_its_place() {
  printf '2 2\n0 0 -> 1 1\n0 1 -> 2 1\n' >"$input/bad.tts"
  heddle cover --target '0|0' "$input/bad.tts"
  expect_error "bad.tts:3:8: shared state 2 is too large"
}

test_malformed_spec_names_its_place() {
  printf 'vars\nx\nrules\nx >= 1 -> y'"'"' = 1;\ninit\nx = 1\ntarget\nx >= 1\n' >"$input/bad.spec"
  heddle cover "$input/bad.spec"
  expect_error "bad.spec:4:11: unknown variable 'y'"
}

test_malformed_program_names_its_place() {
  printf 'shared s := 0;\n0: s := 1;\n   goto 7;\n' >"$input/bad.cbp"
  heddle cover --target 's = 1 |' "$input/bad.cbp"
  expect_error "bad.cbp:3:"
  expect_err "there is no label '7'"
}

test_malformed_pnml_names_its_line() {
  printf '<pnml>\n<place id="p"/>\n<arc source="p" target="t"/>\n</pnml>\n' >"$input/bad.pnml"
  heddle cover --target 'p>=1' "$input/bad.pnml"
  expect_error "bad.pnml:3:"
}

test_malformed_xml_names_its_place() {
  printf '<pnml>\n<place id="p">\n</pnml>\n' >"$input/bad.pnml"
  heddle cover --target 'p>=1' "$input/bad.pnml"
  expect_error "bad.pnml:3:3: </pnml> does not close the innermost open element"
}

test_malformed_target() {
  write_lock
  heddle cover --target '1|5' "$input/lock.tts"
  expect_error "--target:1:3: local state 5 is too large"
}

test_time_limit() {
  write_endless_net
  heddle cover --timeout 1 "$input/endless.spec"
  expect_coverability "unknown (time limit of 1 s reached)"
  expect_out "iterations"
}

test_memory_limit() {
  write_endless_net
  heddle cover --memory-limit 100MB "$input/endless.spec"
  expect_coverability "unknown (memory limit of 100 MB reached)"
}

test_memory_limit_of_a_byte() {
  write_endless_net
  heddle cover --memory-limit 1 "$input/endless.spec"
  expect_coverability "unknown (memory limit of 1 byte reached)"
}

test_candidates_without_threads() {
  write_lock
  heddle cover --candidate-threads 0 --target '1|1' "$input/lock.tts"
  expect_error "--candidate-threads: Value 0 not in range 1"
}

test_ctrl_c_prints_what_is_known() {
  write_endless_net
  "$binary" cover "$input/endless.spec" >"$out" 2>"$err" </dev/null &
  process=$!
  until grep -q '^checking' "$out" || ! kill -0 "$process" 2>/dev/null; do sleep 0.05; done
  kill -INT "$process"
  wait "$process"
  status=$?
  expect_coverability "unknown (interrupted)"
  expect_out "iterations"
}

test_output_that_cannot_be_written_is_an_error() {
  write_lock
  for format in text json; do
    "$binary" cover --format $format --target '1|1,1' "$input/lock.tts" >/dev/full 2>"$err"
    status=$?
    expect_status 2
    expect_err "heddle: error: standard output: cannot be written"
  done
  heddle cover --certificate /dev/full --target '1|1,1' "$input/lock.tts"
  expect_status 2
  expect_err "heddle: error: /dev/full: cannot be written"
  heddle cover --plot /dev/full --target '1|1,1' "$input/lock.tts"
  expect_status 2
  expect_err "heddle: error: /dev/full: cannot be written"
}
