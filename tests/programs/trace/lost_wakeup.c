// A thread signals while another one is about to wait; later it needs the mutex of the condition as well.
// Safe: the flag is set under the mutex.
#include <pthread.h>

int ready;
pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *signaller(void *arg) {
  pthread_mutex_lock(&guard);
  ready = 1;
  pthread_mutex_unlock(&guard);
  pthread_cond_signal(&changed);
  pthread_mutex_lock(&guard);
  pthread_mutex_unlock(&guard);
  return arg;
}

void *waiter(void *arg) {
  pthread_mutex_lock(&guard);
  if (!ready)
    pthread_cond_wait(&changed, &guard);
  pthread_mutex_unlock(&guard);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, signaller, 0);
  pthread_create(&b, 0, waiter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
