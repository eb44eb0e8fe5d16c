// Main holds a lock when it starts a thread, and joins the thread before it releases the lock.
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
  pthread_join(t, 0);
  pthread_mutex_unlock(&a);
  return 0;
}
