// The auditor may come between the two halves of a transfer.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int savings = 100, cash;

void *worker(void *argument) {
  while (__VERIFIER_nondet_int()) {
    int amount = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    savings -= amount;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    cash += amount;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *auditor(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    assert(savings + cash == 100);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, auditor, 0);
  }
  return 0;
}
