// A queue of one element with a condition for each direction.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
int count;

void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (count == 1)
      pthread_cond_wait(&not_full, &m);
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (count == 0)
      pthread_cond_wait(&not_empty, &m);
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  pthread_join(t, 0);
  return 0;
}
