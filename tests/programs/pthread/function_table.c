// Thread functions are found through a table of pointers.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int sum;

static void *addOne(void *arg) {
  sum += 1;
  return arg;
}

static void *addTen(void *arg) {
  sum += 10;
  return arg;
}

void *(*const functions[])(void *) = {addOne, addTen};

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], 0, functions[i], 0);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], 0);
  assert(sum == 11);
  return 0;
}
