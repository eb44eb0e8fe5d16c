// Two threads get the same counter.
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

#define NTHREADS 8

static long counters[NTHREADS];

static int count(void *p) {
  long *mine = p;
  for (int i = 0; i < 1000; i++)
    ++*mine;
  return 0;
}

int main(void) {
  thrd_t tid[NTHREADS];
  for (int i = 0; i < NTHREADS; ++i) {
    if (thrd_create(&tid[i], count, &counters[i / 2]) != thrd_success)
      exit(EXIT_FAILURE);
  }
  long sum = 0;
  for (int i = 0; i < NTHREADS; ++i) {
    thrd_join(tid[i], NULL);
    sum += counters[i];
  }
  printf("%ld\n", sum);
  return 0;
}
