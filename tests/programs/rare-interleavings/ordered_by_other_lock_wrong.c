// Both threads write without a lock, and then take one many times, so that the writes are nearly always ordered.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, last;

static void work(int count) {
  for (int i = 0; i < count; ++i) {
    pthread_mutex_lock(&lock);
    ++rounds;
    pthread_mutex_unlock(&lock);
  }
}

static void *early(void *arg) {
  work(100);
  last = 1;
  work(400);
  return arg;
}

static void *late(void *arg) {
  work(400);
  last = 2;
  work(100);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, early, 0);
  pthread_create(&b, 0, late, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
