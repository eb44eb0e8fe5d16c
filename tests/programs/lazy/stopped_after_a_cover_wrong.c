// The writer's step either writes x or reads z, and then an assumption stops it, whichever it was.
// Violated: the reader may come after x = 1, although the writer never does anything else.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int x, z, out;

void *reader(void *arg) {
  assert(x == 0);
  out = 3;
  return arg;
}

void *writer(void *arg) {
  int c = __VERIFIER_nondet_int();
  int t = 0;
  if (c > 5)
    t = z;
  else
    x = 1;
  if (t == 5)
    t = 7;
  else if (t == 9)
    t = 77;
  else
    t = t * 3;
  t = t * 2;
  __VERIFIER_assume(t & 1);
  out = t;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&b, 0, writer, 0);
  pthread_create(&a, 0, reader, 0);
  z = 4;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
