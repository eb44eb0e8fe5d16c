// An input is how often a semaphore can be waited for.
// Safe: it is at least 2.
#include <pthread.h>
#include <semaphore.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int condition);

sem_t s;

void *worker(void *arg) {
  sem_wait(&s);
  return arg;
}

int main(void) {
  pthread_t a, b;
  unsigned input = __VERIFIER_nondet_uint();
  __VERIFIER_assume(input >= 2 && input <= 3);
  sem_init(&s, 0, input);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
