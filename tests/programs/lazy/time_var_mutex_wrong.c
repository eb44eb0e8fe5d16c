// Time-varying mutual exclusion: what protects the block changes with time. While `busy` is 0 it belongs to the thread
// that holds mBusy, while it is 1 to the one that holds mNode. All threads go round for ever.
// Unsafe: node and busy may start different, with the block in use and the other thread free to clear it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_bool(void);

pthread_mutex_t mNode = PTHREAD_MUTEX_INITIALIZER, mBusy = PTHREAD_MUTEX_INITIALIZER;
int node, busy, block;

void *allocate(void *arg) {
  while (1) {
    pthread_mutex_lock(&mNode);
    if (node == 0) {
      pthread_mutex_lock(&mBusy);
      busy = 1;
      pthread_mutex_unlock(&mBusy);
      node = 1;
    }
    block = 1;
    assert(block == 1);
    if (__VERIFIER_nondet_bool()) {
      pthread_mutex_lock(&mBusy);
      busy = 0;
      pthread_mutex_unlock(&mBusy);
      node = 0;
    }
    pthread_mutex_unlock(&mNode);
  }
  return arg;
}

void *clear(void *arg) {
  while (1) {
    pthread_mutex_lock(&mBusy);
    if (busy == 0) {
      block = 0;
      assert(block == 0);
    }
    pthread_mutex_unlock(&mBusy);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  node = __VERIFIER_nondet_bool();
  busy = __VERIFIER_nondet_bool();
  pthread_create(&a, 0, allocate, 0);
  pthread_create(&b, 0, clear, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
