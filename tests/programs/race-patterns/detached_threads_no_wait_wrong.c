// Main does not wait, and reads the sum without the mutex.
#include <pthread.h>

#define THREADS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t reported = PTHREAD_COND_INITIALIZER;
static int reports, sum;

static void report(int value) {
  pthread_mutex_lock(&mutex);
  sum += value;
  reports++;
  pthread_cond_signal(&reported);
  pthread_mutex_unlock(&mutex);
}

static void *work(void *argument) {
  report((int)(long)argument);
  return 0;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_t thread;
  for (long i = 0; i < THREADS; i++)
    pthread_create(&thread, &attributes, work, (void *)i);
  pthread_attr_destroy(&attributes);
  const int result = sum;
  return result != 1;
}
