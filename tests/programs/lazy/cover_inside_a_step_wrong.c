// The writer's step either writes x or reads z, and then goes on with local work that is the same for both.
// Violated: the reader may come right after x = 1.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
int x, z, out;

void *reader(void *arg) {
  assert(x == 0);
  return arg;
}

void *setter(void *arg) {
  z = 5;
  out = 4;
  return arg;
}

void *writer(void *arg) {
  int c = __VERIFIER_nondet_int();
  int t = 0;
  if (c > 5)
    t = z;
  else
    x = 1;
  if (c & 1)
    t = 1;
  else
    t = 2;
  out = t;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
