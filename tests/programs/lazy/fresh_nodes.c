// Two threads each allocate two nodes in every round of an endless loop, and free them.
// Safe: nodes that exist at the same time are different.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int *last;

void *worker(void *arg) {
  while (1) {
    int *first = malloc(sizeof *first);
    *first = 1;
    last = first;
    int *second = malloc(sizeof *second);
    *second = 2;
    assert(*first == 1);
    free(first);
    free(second);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
