// A branch inside an atomic block: other threads do not see what it writes and takes back again, but what it leaves.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, x;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  pthread_mutex_lock(&m);
  __VERIFIER_atomic_begin();
  if (window) {
    x = 1;
    x = 2;
  }
  __VERIFIER_atomic_end();
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  int now = x;
  assert(now != 1);
  assert(now != 2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
