// Two threads that call a function with the address of a local variable, in each round of an endless loop.
// Safe: no other thread gets the address, so what is there is what the function wrote, and x is protected by the mutex.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

static void choose(int *where) { *where = __VERIFIER_nondet_int(); }

void *worker(void *arg) {
  while (1) {
    int local = 0;
    choose(&local);
    pthread_mutex_lock(&m);
    x = local;
    assert(x == local);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
