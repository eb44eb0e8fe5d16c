// Two counters that are incremented together under a mutex, for ever, while another thread compares them.
// Safe: the counters are equal whenever no thread holds the mutex; that they have 2^32 values each does not matter.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned x, y;

void *counting(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    x = x + 1;
    y = y + 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

void *comparing(void *arg) {
  while (1) {
    pthread_mutex_lock(&m);
    unsigned first = x;
    assert(y == first);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, counting, 0);
  pthread_create(&b, 0, comparing, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
