// A write through a pointer that another thread changes for a moment. No branch decides what is written.
// Safe: the mutex keeps the second thread from seeing that the pointer points to x.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
int *p = &y;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  p = &x;
  p = &y;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&m);
  int *q = p;
  pthread_mutex_unlock(&m);
  *q = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}
