// The same with the lower fork first.
#include <pthread.h>
#include <stdint.h>
pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *philosopher(void *arg) {
  (void)arg;
  for (int i = 0; i < 2; i++)
    pthread_mutex_lock(&forks[i]);
  for (int i = 1; i >= 0; i--)
    pthread_mutex_unlock(&forks[i]);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, philosopher, (void *)0);
  pthread_create(&b, 0, philosopher, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
