// Threads of two functions, one of which starts the other; a try-lock.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *child(void *argument) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    shared = 1;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *parent(void *argument) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  shared = 2;
  pthread_create(&thread, 0, child, 0);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, parent, 0);
}
