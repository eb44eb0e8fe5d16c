// Two threads that add even inputs to a sum for ever, by compare-and-swap, and check what they find.
// Safe: the sum stays even, also when it wraps around.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

unsigned sum;

void *adding(void *arg) {
  while (1) {
    unsigned more = __VERIFIER_nondet_uint();
    unsigned old = sum;
    assert(old % 2 == 0);
    __sync_bool_compare_and_swap(&sum, old, old + 2 * more);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, adding, 0);
  pthread_create(&b, 0, adding, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
