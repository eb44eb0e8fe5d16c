// The lost wake-up: a signal that comes before anybody waits for it is gone.
//
// Wrong. The waiter looks at the flag outside the mutex. If the other thread sets the flag and signals
// between the look and the wait, the waiter sleeps for ever.
//
//   heddle verify --property no-deadlock lost_wakeup.c   false: main waits and no thread will signal
//   heddle verify lost_wakeup.c                          true: if it gets there, the flag is set
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int done;

static void *worker(void *argument) {
  (void)argument;
  done = 1;
  pthread_cond_signal(&condition);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (!done) {
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
  }
  assert(done);
  pthread_join(thread, 0);
  return 0;
}
