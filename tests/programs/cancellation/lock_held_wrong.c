// Wrong: the thread is cancelled while it holds the mutex, and has no handler.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_testcancel();
  shared++;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  if (pthread_mutex_trylock(&lock) == 0)
    pthread_mutex_unlock(&lock);
  pthread_detach(thread);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_exit(0);
}
