// Main takes a lock after it has joined the thread that used it.
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
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&a);
  x--;
  pthread_mutex_unlock(&a);
  return 0;
}
