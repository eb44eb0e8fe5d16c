// Wrong: the thread ends with the mutex locked.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void step(int last) {
  pthread_mutex_lock(&lock);
  shared++;
  if (last)
    pthread_exit((void *)5);
  pthread_mutex_unlock(&lock);
}

static void *worker(void *argument) {
  (void)argument;
  step(0);
  step(1);
  return 0;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, &result);
  assert(result == (void *)5);
  pthread_mutex_lock(&lock);
  assert(shared == 2);
  pthread_mutex_unlock(&lock);
  return 0;
}
