// The partial sum is a global variable.
#include <pthread.h>
#include <stdio.h>

#define LENGTH 1000
#define PARTS 4

static int numbers[LENGTH];
static long part_sum;

struct part {
  const int *begin;
  int length;
  long sum;
};

static void *sum_part(void *arg) {
  struct part *p = arg;
  for (int i = 0; i < p->length; i++)
    part_sum += p->begin[i];
  return NULL;
}

int main(void) {
  pthread_t threads[PARTS];
  struct part parts[PARTS];
  for (int i = 0; i < LENGTH; i++)
    numbers[i] = i;
  for (int i = 0; i < PARTS; i++) {
    parts[i].begin = numbers + i * (LENGTH / PARTS);
    parts[i].length = LENGTH / PARTS;
    parts[i].sum = 0;
    pthread_create(&threads[i], NULL, sum_part, &parts[i]);
  }
  long total = 0;
  for (int i = 0; i < PARTS; i++) {
    pthread_join(threads[i], NULL);
    total += parts[i].sum;
  }
  printf("%ld\n", total);
  return 0;
}
