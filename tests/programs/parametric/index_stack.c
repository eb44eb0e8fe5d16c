// A stack of indices: the top is changed by compare-exchange, and stays within the array.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 16

atomic_int top;
int cells[SIZE];

void *push(void *argument) {
  int old = top;
  while (old < SIZE) {
    if (atomic_compare_exchange_strong(&top, &old, old + 1)) {
      cells[old] = 1;
      break;
    }
  }
  assert(top <= SIZE);
  return 0;
}

int main(void) {
  pthread_t thread;
  while (1)
    pthread_create(&thread, 0, push, 0);
}
