// A buffer of one place, with one condition for "not empty" and one for "not full".
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t notEmpty = PTHREAD_COND_INITIALIZER, notFull = PTHREAD_COND_INITIALIZER;
int full, place;

static void put(int value) {
  pthread_mutex_lock(&m);
  while (full)
    pthread_cond_wait(&notFull, &m);
  place = value;
  full = 1;
  pthread_cond_signal(&notEmpty);
  pthread_mutex_unlock(&m);
}

static int get(void) {
  pthread_mutex_lock(&m);
  while (!full)
    pthread_cond_wait(&notEmpty, &m);
  int value = place;
  full = 0;
  pthread_cond_signal(&notFull);
  pthread_mutex_unlock(&m);
  return value;
}

void *producer(void *arg) {
  put(1);
  put(2);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  assert(get() == 1);
  assert(get() == 2);
  pthread_join(t, 0);
  return 0;
}
