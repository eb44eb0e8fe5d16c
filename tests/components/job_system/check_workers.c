// Workers and main share two jobs; main waits for the first job only, and the end of the system runs the second.
#include "job_system.h"

#include <assert.h>
#include <stddef.h>

#ifndef WORKERS
#define WORKERS 2
#endif

static int done[2];

static void finish(void *argument) { *(int *)argument = 1; }

int main(void) {
  struct job jobs[] = {{.run = finish, .argument = &done[0]}, {.run = finish, .argument = &done[1]}};
  struct job_system *system = job_system_create(WORKERS);
  if (!system)
    return 1;
  struct job_counter counter;
  job_counter_init(&counter);
  job_submit(system, &jobs[0], &counter);
  job_submit(system, &jobs[1], NULL);
  job_wait(system, &counter);
  assert(done[0]);
  job_system_destroy(system);
  assert(done[1]);
  return 0;
}
