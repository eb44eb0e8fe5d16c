// The handles and the arguments of the threads are in arrays on the heap, whose size is an input.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct work {
  int first, last, sum;
};

static void *add(void *argument) {
  struct work *work = argument;
  for (int i = work->first; i < work->last; i++)
    work->sum += i;
  return 0;
}

int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 1 || count > 1000)
    return 1;
  pthread_t *threads = malloc(count * sizeof *threads);
  struct work *works = calloc(count, sizeof *works);
  for (int i = 0; i < count; i++) {
    works[i].first = i;
    works[i].last = i + 10;
    pthread_create(&threads[i], 0, add, &works[i]);
  }
  int total = 0;
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], 0);
  for (int i = 0; i < count; i++)
    total += works[i].sum & 1;
  free(works);
  free(threads);
  return total > 0;
}
