// How often a loop runs depends on what another thread writes: once in an execution in which threads run one after the
// other.
// Safe: the mutex keeps the larger limit from being seen.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int limit = 1, x;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  limit = 3;
  limit = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&m);
  int bound = limit;
  pthread_mutex_unlock(&m);
  for (int i = 0; i < bound; i++)
    x++;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 3);
  return 0;
}
