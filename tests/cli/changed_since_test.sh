# shellcheck shell=sh
# heddle verify -p DIR --changed-since REV, in a repository of git that each test makes.

project=$input/project

git_in_project() {
  git -C "$project" -c user.name=test -c user.email=test@example.org -c commit.gpgsign=false "$@" >/dev/null 2>"$err" ||
    fail "git $*"
}

# A program with threads and a header, one with threads and none, one without threads, a part without main.
write_repository() {
  command -v git >/dev/null || skip "git is not installed"
  mkdir -p "$project/src" "$project/include" "$project/build"
  for program in first second; do
    cat >"$project/src/$program.c" <<C
#include "$program.h"
#include <assert.h>
#include <pthread.h>
static int x;
static void *add(void *unused) { x += STEP; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  pthread_join(thread, 0);
  assert(x == 1);
}
C
    echo '#define STEP 1' >"$project/include/$program.h"
  done
  echo 'int main(void) { return 0; }' >"$project/src/plain.c"
  printf '#include <pthread.h>\nvoid part(pthread_mutex_t *m) { pthread_mutex_lock(m); }\n' >"$project/src/part.c"
  {
    echo '['
    for program in first second plain part new; do
      printf '  {"directory": "..", "file": "src/%s.c", "command": "cc -Iinclude -c src/%s.c"},\n' $program $program
    done
    echo '  {"directory": "..", "file": "src/gone.cpp", "command": "c++ -c src/gone.cpp"}'
    echo ']'
  } >"$project/build/compile_commands.json"
  echo /build/ >"$project/.gitignore"
  git_in_project init -q
  git_in_project add .
  git_in_project commit -q -m begin
}

changed_since() {
  cd "$project" || fail "no project"
  heddle verify -p build --changed-since "$@"
  cd "$work/cwd" || fail "no directory"
}

expect_only() {
  grep '^== ' "$out" | sed 's/^== //' | sort >"$input/units"
  for unit in "$@"; do echo "$unit"; done | sort | cmp -s - "$input/units" || fail "units: $(cat "$input/units")"
}

test_nothing_has_changed() {
  write_repository
  changed_since HEAD
  expect_status 0
  expect_out "no program with threads has changed since HEAD"
  expect_only
}

test_a_changed_file() {
  write_repository
  sed -i 's/x == 1/x == 2/' "$project/src/first.c"
  changed_since HEAD
  expect_only src/first.c
  expect_verdict false
}

test_a_changed_header() {
  write_repository
  echo '#define STEP 2' >"$project/include/second.h"
  changed_since HEAD
  expect_only src/second.c
  expect_verdict false
}

test_a_deleted_header() {
  write_repository
  rm "$project/include/second.h"
  changed_since HEAD
  expect_only src/second.c
  expect_status 2
  expect_err "second.h"
}

test_a_new_header_in_an_earlier_place() {
  write_repository
  echo '#define STEP 2' >"$project/src/second.h"
  changed_since HEAD
  expect_only src/second.c
  expect_verdict false
}

test_a_new_file() {
  write_repository
  sed 's/second/first/' "$project/src/second.c" >"$project/src/new.c"
  changed_since HEAD
  expect_only src/new.c
  expect_verdict true
}

test_committed_changes_and_an_earlier_revision() {
  write_repository
  sed -i 's/x == 1/x == 2/' "$project/src/first.c"
  git_in_project commit -q -a -m change
  changed_since HEAD
  expect_only
  expect_status 0
  changed_since HEAD~1
  expect_only src/first.c
  expect_verdict false
}

test_the_worst_exit_code_counts() {
  write_repository
  sed -i 's/x == 1/x == 2/' "$project/src/first.c"
  echo '// a comment' >>"$project/src/second.c"
  changed_since HEAD
  expect_only src/first.c src/second.c
  expect_status 1
  expect_out "VERDICT: true"
  echo 'nonsense' >>"$project/src/first.c"
  changed_since HEAD
  expect_status 2
  expect_out "VERDICT: true" # the other one is verified nevertheless
}

test_skipped_units_are_named() {
  write_repository
  for unit in plain part; do
    echo '// a comment' >>"$project/src/$unit.c"
  done
  changed_since HEAD
  expect_status 0
  expect_out "skipped, uses no threads: src/plain.c"
  expect_out "skipped, has no main: src/part.c"
  changed_since HEAD --entry part
  expect_out "== src/part.c"
}

test_a_deleted_file() {
  write_repository
  git_in_project rm -q src/first.c
  changed_since HEAD
  expect_status 0
  expect_out "skipped, deleted: src/first.c"
}

test_files_selects() {
  write_repository
  echo '// a comment' | tee -a "$project/src/first.c" >>"$project/src/second.c"
  changed_since HEAD --files 'sec'
  expect_only src/second.c
  expect_verdict true
}

test_json_is_a_list() {
  write_repository
  echo '// a comment' | tee -a "$project/src/first.c" >>"$project/src/second.c"
  changed_since HEAD --format json --property unreach-call --property no-data-race
  expect_status 0
  command -v jq >/dev/null || skip "no jq"
  jq -e 'length == 4 and all(.verdict == "true")' "$out" >/dev/null || fail "not a list of four reports"
  changed_since HEAD --format json --files plain
  jq -e '. == []' "$out" >/dev/null || fail "not an empty list"
}

test_saved_counterexamples_can_be_replayed() {
  write_repository
  sed -i 's/x == 1/x == 2/' "$project/src/first.c"
  changed_since HEAD --counterexample "$input/c.json"
  expect_verdict false
  cd "$project" || fail "no project"
  heddle replay "$input/c.src_first.c.json"
  cd "$work/cwd" || fail "no directory"
  expect_status 1
}

test_with_a_cache() {
  write_repository
  echo '// a comment' >>"$project/src/first.c"
  changed_since HEAD --cache "$input/cache"
  changed_since HEAD --cache "$input/cache"
  expect_out "from the cache of"
  expect_verdict true
}

test_errors() {
  write_repository
  changed_since no-such-revision
  expect_status 2
  expect_err "--changed-since no-such-revision: git knows no such revision"
  changed_since HEAD src/first.c
  expect_status 2
  expect_err "--files selects some of them"
  (cd "$project" && "$binary" verify --changed-since HEAD) 2>"$err"
  [ $? -eq 2 ] || fail "no error without -p"
  expect_err "give its directory with -p"
  heddle verify -p "$project/src" --changed-since HEAD
  expect_status 2
  expect_err "compile_commands.json"
  GIT_CEILING_DIRECTORIES=$work heddle verify -p "$project/build" --changed-since HEAD
  expect_status 2
  expect_err "in no work tree of git"
  PATH=/nonexistent heddle verify -p "$project/build" --changed-since HEAD
  expect_status 2
  expect_err "--changed-since needs git"
}
