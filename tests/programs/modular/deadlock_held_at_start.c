// Main holds a lock when it starts a thread, and releases it later.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  pthread_mutex_lock(&a);
  x++;
  pthread_mutex_unlock(&a);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&a);
  pthread_create(&t, 0, worker, 0);
  x--;
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
