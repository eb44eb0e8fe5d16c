// A thread starts and joins another one.
#include <assert.h>
#include <pthread.h>
int x;

void *inner(void *arg) {
  (void)arg;
  x = 1;
  return 0;
}

void *outer(void *arg) {
  pthread_t t;
  pthread_create(&t, 0, inner, arg);
  pthread_join(t, 0);
  x += 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, outer, 0);
  pthread_join(t, 0);
  assert(x == 2);
  return 0;
}
