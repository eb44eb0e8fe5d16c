// On one path, the thread has been joined before.
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  if (__VERIFIER_nondet_int())
    pthread_join(a, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  return 0;
}
