// One job writes, another one that depends on it reads; main waits for the second with a counter on its stack.
#include "job_system.h"

#include <assert.h>

static int input;
static int output;

static void produce(void *unused) {
  (void)unused;
  input = 1;
}

static void consume(void *unused) {
  (void)unused;
  assert(input == 1);
  output = input + 1;
}

static void run_both(struct job_system *system, struct job *jobs) {
  struct job_counter produced, consumed;
  job_counter_init(&produced);
  job_counter_init(&consumed);
  job_submit(system, &jobs[0], &produced);
  job_submit_after(system, &produced, &jobs[1], &consumed);
  job_wait(system, &consumed);
  assert(output == 2);
}

int main(void) {
  struct job jobs[] = {{.run = produce}, {.run = consume}};
  struct job_system *system = job_system_create(1);
  if (!system)
    return 1;
  run_both(system, jobs);
  assert(job_system_executed(system) == 2);
  job_system_destroy(system);
  return 0;
}
