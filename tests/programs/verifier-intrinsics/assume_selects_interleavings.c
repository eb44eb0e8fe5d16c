// An assumption over shared data keeps only the interleavings in which it holds.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
extern void __VERIFIER_assume(int);
atomic_int ready;
int data;

void *producer(void *arg) {
  data = 9;
  ready = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  __VERIFIER_assume(ready == 1);
  if (data != 9)
    reach_error();
  return 0;
}
