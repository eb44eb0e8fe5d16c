# shellcheck shell=sh
# Libraries without main: entry functions, harnesses, stubs, and what there is to know before a verification.

# A counter with a lock and one function that forgets it.
write_counter() {
  program=$input/counter.c
  cat >"$program" <<'C'
#include <pthread.h>
struct counter { pthread_mutex_t mutex; int value; };
void counter_init(struct counter *c) {
  pthread_mutex_init(&c->mutex, 0);
  c->value = 0;
}
void counter_add(struct counter *c, int amount) {
  pthread_mutex_lock(&c->mutex);
  c->value += amount;
  pthread_mutex_unlock(&c->mutex);
}
static void add_without_lock(struct counter *c) { c->value++; }
int counter_get(struct counter *c) {
  pthread_mutex_lock(&c->mutex);
  int value = c->value;
  pthread_mutex_unlock(&c->mutex);
  return value;
}
C
}

test_a_library_without_main_says_what_to_do() {
  write_counter
  heddle verify "$program"
  expect_error "has no main function; for a library, --entry names a function to start in"
}

test_threads_on_the_command_line() {
  write_counter
  heddle verify --declarations 'struct counter c;' --setup 'counter_init(&c)' \
    --threads 'counter_add(&c, 1) | counter_add(&c, 2)' --check 'assert(counter_get(&c) == 3)' "$program"
  expect_verdict true
  heddle verify --declarations 'struct counter c;' --setup 'counter_init(&c)' \
    --threads 'counter_add(&c, 1) | add_without_lock(&c)' --check 'assert(counter_get(&c) == 2)' "$program"
  expect_verdict false
  expect_out "<--check>:1"
}

test_a_bar_inside_parentheses_separates_no_threads() {
  write_counter
  heddle verify --declarations 'struct counter c;' --setup 'counter_init(&c)' \
    --threads "counter_add(&c, 1 | 2) | if (0 || '|' == '|') counter_add(&c, 4)" \
    --check 'assert(counter_get(&c) == 7)' "$program"
  expect_verdict true
}

test_check_is_not_switched_off_by_ndebug() {
  write_counter
  heddle verify -DNDEBUG --declarations 'struct counter c;' --setup 'counter_init(&c)' \
    --threads 'counter_add(&c, 1)' --check 'assert(0)' "$program"
  expect_verdict false
}

test_empty_thread_is_an_error() {
  write_counter
  heddle verify --threads 'f() | ' "$program"
  expect_error "thread 2 is empty"
}

test_errors_in_a_harness_name_their_place() {
  write_counter
  heddle verify --threads 'counter_add(&missing, 1)' "$program"
  expect_status 2
  expect_err "<thread 1>:1"
}

test_harness_file() {
  write_counter
  cat >"$input/harness.yaml" <<'YAML'
declarations: struct counter c;
setup: counter_init(&c);
threads:
  - |
    counter_add(&c, 1);
    counter_add(&c, 2);
  - add_without_lock(&c)
check: |
  int value = counter_get(&c);
  assert(value == 4);
YAML
  heddle verify --harness "$input/harness.yaml" "$program"
  expect_verdict false
  expect_out "harness.yaml:10"
  sed -i 's/add_without_lock(&c)/counter_add(\&c, 1)/' "$input/harness.yaml"
  heddle verify --harness "$input/harness.yaml" --counterexample "$input/c.json" "$program"
  expect_verdict true
}

test_mistakes_in_a_harness_file_are_named() {
  write_counter
  echo 'thread: f()' >"$input/harness.yaml"
  heddle verify --harness "$input/harness.yaml" "$program"
  expect_error "harness.yaml:1: 'thread' is not a key of a harness"
  echo 'setup: f()' >"$input/harness.yaml"
  heddle verify --harness "$input/harness.yaml" "$program"
  expect_error "threads must be a list"
  heddle verify --harness "$input/missing.yaml" "$program"
  expect_error "missing.yaml: no such file"
}

# The main function of a program is not used, and the harness may be in any of several files.
test_harness_for_a_program_with_main() {
  write_counter
  echo 'int main(void) { return *(volatile int *)0; }' >"$input/main.c"
  heddle verify --property valid-memsafety --declarations 'struct counter c;' --setup 'counter_init(&c)' \
    --threads 'counter_add(&c, 1)' "$input/main.c" "$program"
  expect_verdict true
}

test_a_proof_records_the_harness() {
  write_counter
  heddle verify --engine lazy --proof "$input/proof" --declarations 'struct counter c;' --setup 'counter_init(&c)' \
    --threads 'counter_add(&c, 1) | counter_add(&c, 2)' --check 'assert(counter_get(&c) == 3)' "$program"
  expect_verdict true
  heddle check-proof "$input/proof" "$program"
  expect_status 0
  expect_out "counter_add(&c, 1) | counter_add(&c, 2)"
}

test_entry_function_with_any_numbers() {
  printf '#include <assert.h>\nstatic int half(int n) {\n  assert(n / 2 * 2 == n);\n  return n / 2;\n}\n' \
    >"$input/half.c"
  heddle verify --entry half "$input/half.c"
  expect_verdict false
  heddle verify --entry missing "$input/half.c"
  expect_error "has no function missing with a body (--entry)"
}

test_entry_function_with_pointers() {
  printf 'struct pair { int a, b; };\nint sum(const struct pair *p) { return p->a / 2 + p->b / 2; }\n' >"$input/sum.c"
  heddle verify --property valid-memsafety --entry sum "$input/sum.c"
  expect_verdict true
  heddle verify --property valid-memsafety --entry sum --entry-pointers any "$input/sum.c"
  expect_verdict false
  heddle verify --property valid-memsafety --entry sum --entry-pointers null "$input/sum.c"
  expect_verdict false
  printf 'struct pair { int a, b; };\nint last(struct pair *p) { return p[1].a; }\n' >"$input/last.c"
  heddle verify --property valid-memsafety --entry last "$input/last.c"
  expect_verdict false
}

# How long a string is, or what a pointer without a type leads to, is not known.
test_no_proof_rests_on_the_length_of_a_string() {
  printf 'int length(const char *s) {\n  int n = 0;\n  while (s[n]) n++;\n  return n;\n}\n' >"$input/length.c"
  heddle verify --timeout 20s --entry length "$input/length.c"
  expect_verdict unknown
  expect_out "the string s has at most 7 characters here"
}

test_options_that_contradict_each_other() {
  write_counter
  heddle verify --entry counter_get --threads 'counter_get(0)' "$program"
  expect_error "--entry"
  heddle verify --entry counter_get "$program" -- x
  expect_error "the arguments after -- are those of main"
  heddle verify --setup 'f()' "$program"
  expect_error "--threads"
}

# A program that calls a function of its own, one that has a model, and one that has neither.
write_calls() {
  program=$input/calls.c
  cat >"$program" <<'C'
#include <assert.h>
#include <stdlib.h>
int lib_next(void);
static int own(void) { return 1; }
int main(void) {
  assert(own() + abs(-1) + lib_next() == 3);
  return 0;
}
C
}

test_stub_defines_a_missing_function() {
  write_calls
  echo 'int lib_next(void) { return 1; }' >"$input/stub.c"
  heddle verify --stub "$input/stub.c" "$program"
  expect_verdict true
  [ "$(tail -n 1 "$out")" = "VERDICT: true" ] || fail "nothing is replaced"
}

test_stub_replaces_a_function_of_the_program_and_a_model() {
  write_calls
  printf 'int lib_next(void) { return 1; }\nint own(void) { return 2; }\nint abs(int n) { return n - n; }\n' \
    >"$input/stub.c"
  heddle verify --stub "$input/stub.c" "$program"
  expect_verdict true
  expect_out "VERDICT: true (assuming: stub:abs, stub:own)"
  echo 'int lib_next(void) { return 5; }' >"$input/other.c"
  heddle verify --stub "$input/other.c" "$program"
  expect_verdict false
}

test_two_stubs_of_one_function() {
  write_calls
  echo 'int lib_next(void) { return 1; }' >"$input/stub.c"
  cp "$input/stub.c" "$input/other.c"
  heddle verify --stub "$input/stub.c" --stub "$input/other.c" "$program"
  expect_error "\`lib_next\` is defined in both"
}

test_models_are_listed() {
  heddle models
  expect_status 0
  expect_out "pthread_mutex_lock"
  expect_out "Mutexes and spin locks:"
  # shellcheck disable=SC2016 # these backquotes are text
  for name in $(awk -F'|' '/^\| `/ { print $2 }' "$source_root/doc/models.md" | grep -oE '`[A-Za-z0-9_]+`' | tr -d '`')
  do
    grep -qwF -e "$name" "$out" || fail "$name is not listed"
  done
}

test_a_model_shows_its_contract() {
  heddle models pthread_create
  expect_status 0
  expect_out "pthread_create (Threads)"
  expect_out "blocks on  nothing"
  expect_out "never (\`EAGAIN\`)"
  heddle models pthread_tryjoin_np
  expect_out "unsupported"
  heddle models pthread_creat
  expect_error "pthread_creat has no model (did you mean pthread_create?)"
}

test_check_lists_everything_that_stands_in_the_way() {
  cat >"$input/obstacles.c" <<'C'
#include <stddef.h>
int lib_open(const char *name);
void lib_close(int file);
int main(void) {
  int file = lib_open("x");
  __asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx");
  lib_close(file);
  return 0;
}
C
  heddle check "$input/obstacles.c"
  expect_status 3
  expect_out "obstacles.c:5: lib_open has no body and no model"
  expect_out "obstacles.c:6: "
  expect_out "obstacles.c:7: lib_close has no body and no model"
  expect_out "3 things may stand in the way of a proof"
  heddle check --format json "$input/obstacles.c"
  expect_status 3
  expect_out '"line": 5'
}

test_check_of_a_program_without_obstacles() {
  write_correct
  heddle check "$program"
  expect_status 0
  expect_out "nothing in the code stands in the way of a proof"
}

test_errors_of_all_files_are_shown() {
  echo 'int f(void) { return missing_1; }' >"$input/a.c"
  echo 'int g(void) { return missing_2; }' >"$input/b.c"
  heddle check "$input/a.c" "$input/b.c"
  expect_status 2
  expect_err "missing_1"
  expect_err "missing_2"
}

test_harness_to_start_from() {
  write_counter
  heddle harness --output "$input/harness.c" "$program"
  expect_status 0
  expect_no_out
  grep -qF 'static struct counter shared;' "$input/harness.c" || fail "no shared object"
  heddle verify --property no-data-race "$input/harness.c"
  expect_verdict true
  heddle harness "$program"
  expect_out "counter_init(&shared);"
  expect_out "static void *thread_1(void *unused) {"
  heddle harness "$program" -o "$input/other.c"
  expect_status 0
  cmp -s "$input/harness.c" "$input/other.c" || fail "-o is not --output"
  heddle harness --struct 'struct nothing' "$program"
  expect_error "no function takes a pointer to struct nothing"
}

test_volatile_as_atomic() {
  cat >"$input/flag.c" <<'C'
#include <pthread.h>
volatile int flag;
void *set(void *unused) {
  flag = 1;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, set, 0);
  int seen = flag;
  pthread_join(thread, 0);
  return seen;
}
C
  heddle verify --property no-data-race "$input/flag.c"
  expect_verdict false
  heddle verify --property no-data-race --volatile plain "$input/flag.c"
  expect_verdict false
  heddle verify --property no-data-race --volatile=atomic "$input/flag.c"
  expect_verdict true
  expect_out "assuming: sequential consistency"
}
