// The first thread ends with a branch, and is joined. To order the summary of the branch that it does not take after the
// join is a contradiction: it proved that no input leads to the detach.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t lock;

static pthread_t start(void *(*function)(void *)) {
  pthread_t thread;
  pthread_create(&thread, 0, function, 0);
  return thread;
}

void *worker(void *argument) {
  if (!pthread_mutex_trylock(&lock)) {
  }
  return 0;
}

int main(void) {
  pthread_t first = start(worker);
  pthread_join(first, 0);
  start(worker);
  if (__VERIFIER_nondet_bool())
    pthread_detach(0);
}
