// The owner of the mutex is detached, and may have ended when the other thread starts.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t locked;

static void *lock(void *argument) {
  pthread_mutex_lock(&m);
  sem_post(&locked);
  return argument;
}

static void *unlock(void *argument) {
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&locked, 0, 0);
  pthread_create(&thread, 0, lock, 0);
  pthread_detach(thread);
  sem_wait(&locked);
  pthread_create(&thread, 0, unlock, 0);
  pthread_join(thread, 0);
  return 0;
}
