// An input decides how many threads there are.
// Unsafe: with three, x may be 3.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

int x;

void *worker(void *arg) {
  __sync_fetch_and_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t t[3];
  int input = __VERIFIER_nondet_int();
  __VERIFIER_assume(input >= 0 && input <= 3);
  for (int i = 0; i < input; i++)
    pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < input; i++)
    pthread_join(t[i], 0);
  assert(x != 3);
  return 0;
}
