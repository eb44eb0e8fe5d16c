// The thread function is in another file; a mutex is shared by both.
#include <assert.h>
#include <pthread.h>

extern pthread_mutex_t mutex;
extern int shared;
void *worker(void *argument);

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  assert(shared == 2);
  return 0;
}
