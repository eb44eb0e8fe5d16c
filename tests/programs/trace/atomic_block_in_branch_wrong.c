// A branch inside an atomic block: other threads do not see what it writes and takes back again, but what it leaves.
// Unsafe: main may see x = 2.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int window, x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  __VERIFIER_atomic_begin();
  if (window) {
    x = 1;
    x = 2;
  }
  __VERIFIER_atomic_end();
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
