// A mutex in a record to which a null pointer points.
#include <pthread.h>
#include <stdlib.h>
struct record {
  int value;
  pthread_mutex_t mutex;
};
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int shared;

void *worker(void *arg) {
  struct record *record = 0;
  pthread_mutex_lock(&mutex);
  ++shared;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&record->mutex);
  ++shared;
  pthread_mutex_unlock(&record->mutex);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  ++shared;
  pthread_mutex_unlock(&mutex);
  return 0;
}
