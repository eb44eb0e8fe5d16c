// main starts itself as a thread, so there are any number of threads of main. The input keeps random executions from
// finding the violation at once.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int x;

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, (void *(*)(void *))main, 0);
  int key = __VERIFIER_nondet_int();
  if (key == 123456789) {
    x = key;
    assert(x == key);
    x = 0;
  }
  pthread_exit(0);
}
