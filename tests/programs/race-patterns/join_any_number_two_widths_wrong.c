// The loop that joins threads counts with an int, and leaves out the last of those that the other one has started.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static long sums[100];
static pthread_t threads[100];

static void *work(void *argument) {
  long number = (long)argument;
  sums[number] = 2 * number;
  return NULL;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 4)
    return 1;
  for (long i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < count - 1; i++)
    pthread_join(threads[i], NULL);
  long total = 0;
  for (int i = 0; i < 100; i++)
    total += sums[i];
  return total > 1000;
}
