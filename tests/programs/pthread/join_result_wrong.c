// A result that depends on an input: the expectation holds for one input only.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
extern _Bool __VERIFIER_nondet_bool(void);

void *choose(void *arg) {
  (void)arg;
  return (void *)(intptr_t)(__VERIFIER_nondet_bool() ? 1 : 2);
}

int main(void) {
  pthread_t t;
  void *result;
  pthread_create(&t, 0, choose, 0);
  pthread_join(t, &result);
  assert((intptr_t)result == 1);
  return 0;
}
