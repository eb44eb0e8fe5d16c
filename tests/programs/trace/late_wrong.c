// A counter that two threads increment for ever, modulo 8.
// Unsafe: it gets to 5.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
unsigned x;

void *worker(void *arg) {
  while (1) {
    pthread_mutex_lock(&guard);
    x = (x + 1) % 8;
    assert(x != 5);
    pthread_mutex_unlock(&guard);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
