// The thread uses an object that main allocates after it has started the thread, with a size that depends on an input.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifdef WRONG
enum { LEAST = 1 };
#else
enum { LEAST = 2 };
#endif

_Atomic(int *) slot;

void *worker(void *unused) {
  int *numbers = atomic_exchange(&slot, NULL);
  if (numbers) {
    numbers[1] = 7;
    free(numbers);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  const unsigned count = __VERIFIER_nondet_uint();
  if (count >= LEAST && count <= 4)
    atomic_store(&slot, malloc(count * sizeof(int)));
  pthread_join(thread, NULL);
  free(atomic_exchange(&slot, NULL));
  return 0;
}
