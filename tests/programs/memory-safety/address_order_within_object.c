// Addresses of one object are compared by their order: of an array of the heap, and of a global one.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { COUNT = 3 };

static int numbers[COUNT];

static int sum(const int *begin, const int *end) {
  int result = 0;
  for (const int *p = begin; p < end; p++)
    result += *p;
  return result;
}

static void *worker(void *unused) {
  int *own = calloc(COUNT, sizeof *own);
  assert(sum(own, own + COUNT) == 0);
  free(own);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int *own = calloc(COUNT, sizeof *own);
  assert(sum(own, own + COUNT) == 0);
  assert(sum(numbers, numbers + COUNT) == 0);
  free(own);
  pthread_join(thread, NULL);
  return 0;
}
