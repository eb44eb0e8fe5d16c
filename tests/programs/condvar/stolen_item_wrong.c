// Between the signal and the waiter's return another consumer takes the item: test again after waking.
#include <pthread.h>
extern void reach_error(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int items;

void *waitingConsumer(void *arg) {
  pthread_mutex_lock(&m);
  if (items == 0)
    pthread_cond_wait(&c, &m);
  if (items == 0)
    reach_error();
  items--;
  pthread_mutex_unlock(&m);
  return arg;
}

void *hastyConsumer(void *arg) {
  pthread_mutex_lock(&m);
  if (items > 0)
    items--;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waitingConsumer, 0);
  pthread_create(&b, 0, hastyConsumer, 0);
  pthread_mutex_lock(&m);
  items++;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
