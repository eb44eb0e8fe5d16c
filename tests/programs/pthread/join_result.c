// pthread_join hands over what the thread function returned.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

void *square(void *arg) {
  intptr_t n = (intptr_t)arg;
  return (void *)(n * n);
}

int main(void) {
  pthread_t a, b;
  void *x, *y;
  pthread_create(&a, 0, square, (void *)3);
  pthread_create(&b, 0, square, (void *)4);
  pthread_join(a, &x);
  pthread_join(b, &y);
  assert((intptr_t)x + (intptr_t)y == 25);
  return 0;
}
