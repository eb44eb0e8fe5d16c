// An input says how many rounds a thread makes; another one looks whether it can miss one in the middle.
// Unsafe: with three rounds, one may look after the first and then after the third.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

int rounds, x, seen;

void *up(void *arg) {
  for (int i = 0; i < rounds; i++)
    x = i + 1;
  return arg;
}

void *look(void *arg) {
  int first = x;
  int second = x;
  seen = second > first + 1 && first > 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  rounds = __VERIFIER_nondet_int();
  __VERIFIER_assume(rounds <= 3);
  pthread_create(&a, 0, up, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!seen);
  return 0;
}
