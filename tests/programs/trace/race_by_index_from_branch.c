// A branch that is rarely taken chooses which element the statement after it writes, while main writes another one.
// Safe: the mutex keeps the window from being seen open.
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int window;
int v[2];

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  int i = 0;
  pthread_mutex_lock(&m);
  int seen = window;
  pthread_mutex_unlock(&m);
  if (seen)
    i = 1;
  v[i] = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  v[1] = 2;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
