# shellcheck shell=sh
# Time limit, memory limit, Ctrl-C and SIGTERM: an answer at once, with the reason. The tests wait for output of
# Heddle, not for a fixed time.

test_time_limit() {
  write_endless
  heddle verify --engine explore --timeout 1 "$program"
  expect_verdict "unknown (time limit of 1 s reached)"
}

test_time_limit_with_the_depth_that_was_reached() {
  write_counting
  heddle verify --engine bmc --timeout 1 "$program"
  expect_status 3
  expect_out 'unknown (time limit of 1 s reached; no violation up to depth '
}

test_time_limit_with_json() {
  write_endless
  heddle verify --engine explore --timeout 1s --format json "$program"
  expect_status 3
  expect_out '"reason": "time limit of 1 s reached"'
}

test_memory_limit() {
  write_endless
  heddle explore --memory-limit 200MB "$program"
  expect_verdict "unknown (memory limit of 200 MB reached)"
}

# Starts Heddle in the background, waits until it has printed what it checks, and sends it the signal $1.
interrupt_engine() {
  write_endless
  "$binary" verify --engine explore "$program" >"$out" 2>"$err" </dev/null &
  process=$!
  until grep -q '^checking' "$out" || ! kill -0 "$process" 2>/dev/null; do sleep 0.05; done
  kill "-$1" "$process"
  wait "$process"
  status=$?
}

test_ctrl_c() {
  interrupt_engine INT
  expect_verdict "unknown (interrupted)"
}

test_sigterm() {
  interrupt_engine TERM
  expect_verdict "unknown (interrupted)"
}

# Clang reads a named pipe without data, so it is still compiling when the signal arrives.
test_ctrl_c_during_compilation() {
  mkfifo "$input/header.h"
  printf '#include "header.h"\nint main(void) { return 0; }\n' >"$input/main.c"
  "$binary" verify "$input/main.c" >"$out" 2>"$err" </dev/null &
  process=$!
  exec 3>"$input/header.h" # opens when clang does
  kill -INT "$process"
  wait "$process"
  status=$?
  exec 3>&-
  expect_verdict "unknown (interrupted)"
}

test_time_limit_during_compilation() {
  mkfifo "$input/header.h"
  printf '#include "header.h"\nint main(void) { return 0; }\n' >"$input/main.c"
  exec 3<>"$input/header.h"
  heddle verify --timeout 1 "$input/main.c"
  exec 3>&-
  expect_verdict "unknown (time limit of 1 s reached)"
}

# The processes that the process $1 has started and that have not ended.
children_of() {
  # shellcheck disable=SC2013 # names without blanks
  for file in $(grep -lsE "^PPid:[[:space:]]+$1\$" /proc/[0-9]*/status); do
    grep -qsE '^State:[[:space:]]+[ZX]' "$file" || echo "$file" | cut -d / -f 3
  done
}

# Starts `heddle verify` with its default engine in the background and waits until it has started engines.
start_portfolio() {
  write_counting
  "$binary" verify "$program" "$@" >"$out" 2>"$err" </dev/null &
  process=$!
  until [ -n "$(children_of "$process")" ] || ! kill -0 "$process" 2>/dev/null; do sleep 0.05; done
  sleep 0.5
  children=$(children_of "$process")
}

# Each of $children has ended, or is about to: a zombie is only waiting for its parent.
expect_no_children_left() {
  for child in $children; do
    for _ in 1 2 3 4 5 6 7 8 9 10; do
      state=$(awk '/^State:/ { print $2 }' "/proc/$child/status" 2>/dev/null)
      case $state in
      '' | Z | X) break ;;
      esac
      sleep 0.2
    done
    case $state in
    '' | Z | X) ;;
    *) fail "process $child is left in state $state" ;;
    esac
  done
}

test_portfolio_ends_its_engines_on_ctrl_c() {
  start_portfolio
  kill -INT "$process"
  wait "$process"
  status=$?
  expect_verdict "unknown (interrupted"
  expect_no_children_left
  expect_no_err
}

# Ctrl-C of a terminal reaches the engines, too.
test_portfolio_ignores_ctrl_c_in_its_engines() {
  start_portfolio
  for child in $children; do kill -INT "$child" 2>/dev/null; done
  kill -INT "$process"
  wait "$process"
  status=$?
  expect_verdict "unknown (interrupted"
  expect_no_err
}

test_portfolio_ends_its_engines_at_the_time_limit() {
  start_portfolio --timeout 3
  wait "$process"
  status=$?
  expect_verdict "unknown (time limit of 3 s reached"
  expect_no_children_left
}

test_engines_end_when_the_portfolio_is_killed() {
  start_portfolio
  kill -KILL "$process"
  wait "$process" 2>/dev/null
  expect_no_children_left
}

test_an_engine_that_crashes_does_not_end_the_others() {
  start_portfolio --format json
  first=$(echo "$children" | head -n 1)
  kill -ABRT "$first"
  sleep 0.5
  kill -0 "$process" || fail "Heddle has ended with its engine"
  kill -INT "$process"
  wait "$process"
  status=$?
  expect_status 4
  expect_err "heddle: error: internal: engine "
  expect_err "it crashed (Aborted); please report this with the input"
  expect_out '"internalErrors": ['
  expect_out '"message": "engine '
}

# Milliseconds since some moment.
now() { echo $(($(date +%s%N) / 1000000)); }

# No phase exceeds the time limit by much: here clang, which cannot be cancelled.
test_time_limit_holds_for_a_large_file() {
  {
    echo 'int x;'
    awk 'BEGIN { for (i = 0; i < 60000; i++) printf "int f%d(int a) { for (int i = 0; i < a; i++) x += i * %d; return x; }\n", i, i }'
    echo 'int main(void) { return f1(x); }'
  } >"$input/large.c"
  start=$(now)
  heddle verify --timeout 1 "$input/large.c"
  used=$(($(now) - start))
  expect_verdict "unknown (time limit of 1 s reached)"
  [ "$used" -lt 4000 ] || fail "it took $used ms" # the machine may be busy
}

test_memory_limit_during_compilation() {
  {
    echo 'int x;'
    awk 'BEGIN { for (i = 0; i < 60000; i++) printf "int f%d(int a) { for (int i = 0; i < a; i++) x += i * %d; return x; }\n", i, i }'
    echo 'int main(void) { return f1(x); }'
  } >"$input/large.c"
  heddle verify --memory-limit 150MB "$input/large.c"
  expect_verdict "unknown (memory limit of 150 MB reached)"
}

# The address space suffices for the libraries, but not for the work.
test_small_address_space() {
  [ -z "${ASAN_OPTIONS-}" ] || skip "the address sanitizer reserves more"
  write_counting
  for size in 450000 500000 550000 600000 700000; do
    # shellcheck disable=SC3045 # Debian's sh has ulimit -v
    (ulimit -v $size && "$binary" verify --timeout 10 "$program" >"$out" 2>"$err" </dev/null)
    status=$?
    ! grep -q 'crashed' "$err" || fail "it crashed with an address space of $size kB"
    case $status in
    2) expect_err "out of memory" ;;
    3) expect_out "VERDICT: unknown (" ;;
    127) ;; # the libraries did not fit
    *) fail "exit code $status with an address space of $size kB" ;;
    esac
  done
}
