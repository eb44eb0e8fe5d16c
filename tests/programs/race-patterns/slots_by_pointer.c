// Each thread gets the address of its own context, in an array on the stack of main.
#include <pthread.h>

#define WORKERS 2

struct context {
  int first;
  int last;
  long sum;
};

static const int data[8] = {4, 8, 15, 16, 23, 42, 1, 2};

static void *sum_part(void *argument) {
  struct context *context = argument;
  context->sum = 0;
  for (int i = context->first; i < context->last; i++)
    context->sum += data[i];
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  struct context contexts[WORKERS];
  for (int i = 0; i < WORKERS; i++) {
    contexts[i].first = i * 4;
    contexts[i].last = (i + 1) * 4;
    pthread_create(&workers[i], 0, sum_part, &contexts[i]);
  }
  long total = 0;
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(workers[i], 0);
    total += contexts[i].sum;
  }
  return total != 111;
}
