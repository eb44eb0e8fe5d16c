// Both functions write odd elements: a lower bound of the step that is even does not make it so.
#include <pthread.h>

int data[512];
extern unsigned __VERIFIER_nondet_uint(void);

void *even(void *argument) {
  unsigned block = __VERIFIER_nondet_uint() % 2;
  unsigned step = 2 * (__VERIFIER_nondet_uint() % 100) + 1;
  if (step > 1)
    data[8 * block + step] = 1;
  return 0;
}

void *odd(void *argument) {
  unsigned i = __VERIFIER_nondet_uint() % 128;
  data[2 * i + 1] = 2;
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, even, 0);
  pthread_create(&second, 0, odd, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
