// Main holds a lock while it joins a thread that needs another one.
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  pthread_mutex_lock(&b);
  x++;
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&a);
  pthread_join(t, 0);
  x--;
  pthread_mutex_unlock(&a);
  return 0;
}
