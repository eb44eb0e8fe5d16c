// Two threads that never end.
// Safe: the mutex keeps one from coming between the two accesses of the other.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void *first(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    x = 1;
    assert(x == 1);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

void *second(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
