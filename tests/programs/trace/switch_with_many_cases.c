// A switch: threads one after the other take its default only.
// Safe: the mutex keeps the other states from being seen.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int state, x;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  state = 1;
  state = 2;
  state = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&m);
  int seen = state;
  pthread_mutex_unlock(&m);
  switch (seen) {
  case 1:
    x = 1;
    break;
  case 2:
    x = 2;
    break;
  default:
    break;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 2);
  return 0;
}
