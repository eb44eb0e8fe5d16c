// A bounded buffer whose producers test only once whether there is room.
#include <assert.h>
#include <pthread.h>

#define CAPACITY 1

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int count;

void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  if (count == CAPACITY)
    pthread_cond_wait(&changed, &mutex);
  count = count + 1;
  assert(count <= CAPACITY);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
