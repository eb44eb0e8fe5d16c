// Unsafe: a worker that fails does not say that it is done.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int __VERIFIER_nondet_int(void);
int done;
int failed;

void *worker(void *arg) {
  int result = __VERIFIER_nondet_int();
  pthread_mutex_lock(&mutex);
  if (result < 0) {
    failed = 1;
    pthread_mutex_unlock(&mutex);
    return 0;
  }
  done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  while (!done)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return 0;
}
