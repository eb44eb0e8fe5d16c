// Each thread writes its own part of a shared array; main reads all of it after the threads have ended.
#include <pthread.h>

#define WORKERS 2
#define SIZE 6

static int squares[SIZE];

struct range {
  int begin;
  int end;
};

static struct range ranges[WORKERS];

static void *fill(void *argument) {
  const struct range *range = argument;
  for (int i = range->begin; i < range->end; i++)
    squares[i] = i * i;
  return 0;
}

static int sum(void) {
  int result = 0;
  for (int i = 0; i < SIZE; i++)
    result += squares[i];
  return result;
}

int main(void) {
  pthread_t workers[WORKERS];
  const int share = SIZE / WORKERS;
  for (int i = 0; i < WORKERS; i++) {
    ranges[i].begin = i * share;
    ranges[i].end = (i + 1) * share;
  }
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], 0, fill, &ranges[i]);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], 0);
  return sum() != 55;
}
