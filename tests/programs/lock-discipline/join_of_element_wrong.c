// An element of the array has the handle of a joined thread.
#include <pthread.h>
static pthread_t t[2];
int __VERIFIER_nondet_int(void);
static void *run(void *a) { return a; }
int main(void) {
  int i = __VERIFIER_nondet_int() ? 1 : 0;
  pthread_create(&t[0], 0, run, 0);
  pthread_join(t[0], 0);
  t[1] = t[0];
  pthread_create(&t[0], 0, run, 0);
  pthread_join(t[i], 0);
  return 0;
}
