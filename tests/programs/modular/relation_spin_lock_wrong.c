// The second store has the old value.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_spinlock_t spin;
int x, y;

void *worker(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_spin_lock(&spin);
    int before = x;
    x = before + 1;
    y = before;
    pthread_spin_unlock(&spin);
  }
  return 0;
}

void *reader(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_spin_lock(&spin);
    assert(x == y);
    pthread_spin_unlock(&spin);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&spin, 0);
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, worker, 0);
    pthread_create(&thread, 0, reader, 0);
  }
  return 0;
}
