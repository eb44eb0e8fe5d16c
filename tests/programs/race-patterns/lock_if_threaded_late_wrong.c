// The flag is set when the first thread runs already.
#include <pthread.h>

static int threaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int entries;

static void lock(void) {
  if (threaded)
    pthread_mutex_lock(&mutex);
}

static void unlock(void) {
  if (threaded)
    pthread_mutex_unlock(&mutex);
}

static void insert(int count) {
  lock();
  entries += count;
  unlock();
}

static void *worker(void *argument) {
  insert(1);
  insert(2);
  return 0;
}

int main(void) {
  pthread_t thread;
  insert(3);
  for (;;) {
    pthread_create(&thread, 0, worker, 0);
    insert(4);
    threaded = 1;
  }
}
