// Two philosophers, two forks, everyone takes the left one first.
#include <pthread.h>
#include <stdint.h>
pthread_mutex_t forks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

void *philosopher(void *arg) {
  intptr_t left = (intptr_t)arg, right = 1 - left;
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
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
