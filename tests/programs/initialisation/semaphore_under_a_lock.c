// A lock orders the initialisation in one thread and the use in the other.
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER;
bool ready;
sem_t o;

void *worker(void *arg) {
  (void)arg;
  pthread_mutex_lock(&big);
  const bool usable = ready;
  pthread_mutex_unlock(&big);
  if (usable) {
    sem_post(&o);
  }
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&big);
  sem_init(&o, 0, 1);
  ready = true;
  pthread_mutex_unlock(&big);
  pthread_join(t, 0);
  return 0;
}
