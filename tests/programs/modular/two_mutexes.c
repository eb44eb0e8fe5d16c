// Two variables, each with its own mutex.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x, y;

void *worker(void *argument) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_lock(&n);
  y++;
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  y++;
  pthread_mutex_unlock(&n);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
