// Forward gotos leave a loop from inside of a critical section to labels that undo what was done.
// One goto skips the unlock, and the other thread waits for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int users;

void *worker(void *arg) {
  int rounds = 0;
  if (arg != 0)
    goto out;
again:
  pthread_mutex_lock(&lock);
  users++;
  if (__VERIFIER_nondet_bool())
    goto out;
  while (rounds < 1) {
    rounds++;
    if (__VERIFIER_nondet_bool())
      goto unlock;
    users--;
    pthread_mutex_unlock(&lock);
    goto again;
  }
unlock:
  users--;
  pthread_mutex_unlock(&lock);
out:
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
