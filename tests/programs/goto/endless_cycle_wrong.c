// A thread enters a local cycle at one of two labels and stays there for ever.
// The others violate the assertion meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int x;

void *endless(void *arg) {
  unsigned char n = 0;
  x = 1;
  if (__VERIFIER_nondet_bool())
    goto odd;
even:
  n++;
odd:
  n++;
  goto even;
}

void *writer(void *arg) {
  if (x == 1)
    x = 2;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, endless, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(b, 0);
  assert(x != 2);
  return 0;
}
