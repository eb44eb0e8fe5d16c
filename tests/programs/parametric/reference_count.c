// A reference count: the resource is released by the last user only, and never used afterwards.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int);

int users = 1; // main
int released;

void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(users > 0 && users < 1000);
  users = users + 1;
}
int __VERIFIER_atomic_release(void) {
  __VERIFIER_assume(users > 0);
  users = users - 1;
  if (users == 0)
    released = 1;
  return users;
}
void __VERIFIER_atomic_check(void) { assert(!(users > 0 && released)); }

void *worker(void *argument) {
  __VERIFIER_atomic_acquire();
  __VERIFIER_atomic_check();
  __VERIFIER_atomic_release();
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, worker, 0);
}
