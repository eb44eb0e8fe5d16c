// Every operation that could be undefined is guarded.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
int array[4];
_Atomic int done;

static void *worker(void *argument) {
  int *cell = argument;
  *cell = 1;
  done = 1;
  return 0;
}

int main(void) {
  int i = __VERIFIER_nondet_int();
  int d = __VERIFIER_nondet_int();
  int *cell = malloc(sizeof *cell);
  pthread_t thread;
  if (i >= 0 && i < 4)
    array[i] = 1;
  if (d != 0 && d != -1)
    array[0] = 8 / d;
  if (d >= 0 && d < 31)
    array[1] = 1 << d;
  pthread_create(&thread, 0, worker, cell);
  while (!done)
    ;
  assert(*cell == 1);
  pthread_join(thread, 0);
  free(cell);
  return 0;
}
