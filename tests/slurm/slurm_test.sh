#!/bin/sh
# slurm_test.sh ROOT HEDDLE: `heddle bench --slurm` on a Slurm cluster of its own. Skipped (77) where that cannot run.
root=$1
heddle=$2
for command in munged slurmctld slurmd sbatch squeue; do
  if ! command -v "$command" >/dev/null; then
    echo "skipped: no $command (packages slurm-wlm and munge)"
    exit 77
  fi
done
if [ "$(id -u)" -ne 0 ]; then
  echo "skipped: the daemons of Slurm need root"
  exit 77
fi
# shellcheck source=tests/slurm/cluster.sh
. "$root/tests/slurm/cluster.sh"
work=$(mktemp -d) || exit 1
chmod 755 "$work"
trap 'stop_cluster "$work/cluster"; rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*"
  tail -n 20 "$work/out" "$work"/cluster/*.log
  exit 1
}
if ! start_cluster "$work/cluster"; then
  cat "$work"/cluster/*.out "$work"/cluster/*.log 2>/dev/null
  echo "skipped: the cluster does not start here"
  exit 77
fi
cd "$work" || exit 1

echo "a run on the cluster has the records of a run without it"
"$heddle" bench --no-cache "$root/tests/programs/deadlock" --timeout 30 --memory-limit 1GB --output here >out 2>&1 || fail "exit code $?"
"$heddle" bench --no-cache "$root/tests/programs/deadlock" --timeout 30 --memory-limit 1GB --output there \
  --slurm --partition test --cores 1 -- --no-minimize >out 2>&1 || fail "exit code $?"
for run in here there; do
  cut -d, -f1-6 "$run/results.csv" >"$run.csv"
done
cmp here.csv there.csv || fail "the records differ"

echo "a job that is lost is submitted again"
"$heddle" bench --no-cache "$root/tests/programs/lazy" --timeout 30 --memory-limit 1GB --output lost --slurm --cores 1 >out 2>&1 &
bench=$!
until squeue --noheader --format=%i 2>/dev/null | grep -q _; do
  kill -0 "$bench" 2>/dev/null || fail "it has ended before a job was there"
  sleep 0.05
done
scancel --state=PENDING --user=root
wait "$bench" || fail "exit code $?"
[ -s lost/slurm/submission-2.txt ] || fail "there was no second submission"
! grep -q "lost by Slurm" lost/results.csv || fail "a record is missing"

echo "an interrupted run cancels its jobs, and is resumed"
"$heddle" bench --no-cache "$root/tests/programs/lazy" --timeout 30 --memory-limit 1GB --output run --slurm --cores 1 >out 2>&1 &
bench=$!
until [ "$(wc -l 2>/dev/null <run/journal.jsonl || echo 0)" -ge 2 ]; do
  kill -0 "$bench" 2>/dev/null || fail "it has ended"
  sleep 0.05
done
kill -INT "$bench"
wait "$bench"
[ $? -eq 3 ] || fail "the interrupted run has no exit code 3"
tries=0
while [ -n "$(squeue --noheader 2>/dev/null)" ]; do
  tries=$((tries + 1))
  [ "$tries" -lt 300 ] || fail "jobs are left"
  sleep 0.1
done
"$heddle" bench --no-cache "$root/tests/programs/lazy" --timeout 30 --memory-limit 1GB --output run --slurm --cores 1 --resume >out 2>&1 ||
  fail "exit code $?"
grep -q "are known" out || fail "nothing was known"
! grep -q error run/results.csv || fail "there are errors"

# No engine decides it: the states are too many, and no invariant is found.
cat >hard.c <<'C'
#include <assert.h>
#include <pthread.h>
unsigned x = 1, y;
void *first(void *unused) {
  for (;;)
    x = x * 3 + y;
}
void *second(void *unused) {
  for (;;)
    y = y * 5 + x;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  for (;;) {
    unsigned s = x;
    assert(s * s != 7);
  }
}
C
await_no_jobs() {
  tries=0
  while [ -n "$(squeue --noheader 2>/dev/null)" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || fail "jobs are left"
    sleep 0.1
  done
}

echo "one task on several nodes: the verdicts are those of one machine"
for task in lazy/filter3:auto mutex/counter:bmc mutex/orders_only_what_it_protects:auto; do
  program=${task%%:*}
  engine=${task##*:}
  "$heddle" verify "$root/tests/programs/$program.yml" --quiet --engine "$engine" >here.txt 2>&1
  here=$?
  "$heddle" verify "$root/tests/programs/$program.yml" --quiet --engine "$engine" --timeout 100 --memory-limit 500MB \
    --slurm 9 --partition test --cores 1 >out 2>&1
  there=$?
  [ "$here" -eq "$there" ] || fail "$program: exit code $there instead of $here"
  cmp here.txt out || fail "$program: another verdict"
  await_no_jobs
done

echo "a counterexample of a node is replayed and saved where the verification was started"
violating=$(grep -l "expected_verdict: false" "$root"/tests/programs/mutex/*.yml | head -n 1)
"$heddle" verify "$violating" --timeout 100 --memory-limit 500MB --slurm 2 --cores 1 --counterexample saved.json >out 2>&1
[ $? -eq 1 ] || fail "no violation"
"$heddle" replay saved.json >out 2>&1
[ $? -eq 1 ] || fail "the saved counterexample does not replay"
await_no_jobs
[ -z "$(find . -maxdepth 1 -name 'heddle-slurm-*')" ] || fail "a folder is left"

echo "a part that is lost is submitted again, and Ctrl-C cancels all parts"
"$heddle" verify hard.c --property unreach-call --memory-limit 400MB --slurm 2 --cores 1 >out 2>&1 &
verify=$!
until running=$(squeue --noheader --array --states=RUNNING --format=%i 2>/dev/null) && [ -n "$running" ]; do
  kill -0 "$verify" 2>/dev/null || fail "it has ended"
  sleep 0.1
done
scancel --signal=KILL --full "$(echo "$running" | head -n 1)"
tries=0
until ls heddle-slurm-*/submission-2.txt >/dev/null 2>&1; do
  tries=$((tries + 1))
  [ "$tries" -lt 300 ] || fail "the part is not submitted again"
  sleep 0.1
done
kill -INT "$verify"
wait "$verify"
[ $? -eq 3 ] || fail "the interrupted verification has no exit code 3"
grep -q "VERDICT: unknown (interrupted" out || fail "no verdict"
await_no_jobs
[ -z "$(find . -maxdepth 1 -name 'heddle-slurm-*')" ] || fail "a folder is left"

echo "the time limit ends a verification on nodes"
"$heddle" verify hard.c --property unreach-call --timeout 5 --memory-limit 400MB --slurm 2 --cores 1 --quiet >out 2>&1
[ $? -eq 3 ] || fail "no exit code 3"
grep -q "VERDICT: unknown (time limit of 5 s reached" out || fail "another reason"
await_no_jobs
