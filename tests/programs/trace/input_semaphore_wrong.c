// An input is how many threads a semaphore lets in.
// Unsafe: if it lets in two, an increment may be lost.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

sem_t s;
int x;

void *worker(void *arg) {
  sem_wait(&s);
  int old = x;
  x = old + 1;
  sem_post(&s);
  return arg;
}

int main(void) {
  pthread_t a, b;
  unsigned input = __VERIFIER_nondet_uint();
  __VERIFIER_assume(input <= 2);
  sem_init(&s, 0, input);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 2);
  return 0;
}
