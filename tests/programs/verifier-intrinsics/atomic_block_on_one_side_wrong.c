// An atomic block is not interrupted, but a thread that does not use one is: the plain increment can be split.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x;

void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  x++;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x++;
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  return 0;
}
