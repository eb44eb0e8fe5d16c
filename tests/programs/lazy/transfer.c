// Two threads move amounts that are inputs between two accounts under a mutex, for ever, and check the sum.
// Safe: the sum is the same whenever no thread holds the mutex, also when an account wraps around.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned mine = 60, yours = 40;

void *moving(void *arg) {
  while (1) {
    unsigned amount = __VERIFIER_nondet_uint();
    pthread_mutex_lock(&m);
    unsigned rest = mine;
    assert(rest + yours == 100);
    mine = mine - amount;
    yours = yours + amount;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, moving, 0);
  pthread_create(&b, 0, moving, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
