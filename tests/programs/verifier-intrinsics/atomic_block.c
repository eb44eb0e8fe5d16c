// An atomic block is one step, and accesses inside of atomic blocks do not race with each other.
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;

void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  x++;
  y++;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  __VERIFIER_atomic_begin();
  if (x != y)
    reach_error();
  x++;
  y++;
  __VERIFIER_atomic_end();
  pthread_join(t, 0);
  if (x != 2)
    reach_error();
  return 0;
}
