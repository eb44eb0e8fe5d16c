// A thread writes to the place of an array that a shared index names, while another changes the index.
// Unsafe: whether the write of the first thread is to the place that the second one reads depends on when it took the
// index, and it may be that place.
#include <assert.h>
#include <pthread.h>

int v[2], i;

void *writing(void *arg) {
  int here = i;
  v[here] = 1;
  return arg;
}

void *moving(void *arg) {
  i = 1;
  assert(v[1] == 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writing, 0);
  pthread_create(&b, 0, moving, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
