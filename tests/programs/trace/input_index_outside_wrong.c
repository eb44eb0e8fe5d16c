// An input is an index, and one of the values it may have is too large.
// Unsafe: index 4 is outside.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

unsigned input;
int v[4];

void *worker(void *arg) {
  v[input] = 1;
  return arg;
}

int main(void) {
  pthread_t a;
  input = __VERIFIER_nondet_uint();
  __VERIFIER_assume(input <= 4);
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
