// Without the gate.
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
int x;

void *worker(void *arg) {
  _Bool rises = __VERIFIER_nondet_bool();
  if (rises) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
  } else {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
  }
  x++;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t t;
  while (__VERIFIER_nondet_bool())
    pthread_create(&t, 0, worker, 0);
  pthread_exit(0);
}
