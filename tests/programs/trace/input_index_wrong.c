// An input is the index of the element that the second thread writes; the first one writes element 2.
// Unsafe: with index 2 both write the same element, in either order.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

unsigned input;
int v[4];

void *first(void *arg) {
  v[2] = 1;
  return arg;
}

void *second(void *arg) {
  v[input] = 2;
  return arg;
}

int main(void) {
  pthread_t a, b;
  input = __VERIFIER_nondet_uint();
  __VERIFIER_assume(input < 4);
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(v[2] == 1);
  return 0;
}
