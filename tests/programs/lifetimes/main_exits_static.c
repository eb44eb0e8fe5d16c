// As main_exits_wrong.c, with a variable that lives on.
#include <assert.h>
#include <pthread.h>

static void *worker(void *argument) {
  int *number = argument;
  *number += 1;
  assert(*number == 2);
  return 0;
}

int main(void) {
  static int number = 1;
  int local[2] = {0, 1};
  pthread_t thread;
  pthread_create(&thread, 0, worker, &number);
  pthread_exit(&local[1] == local ? 0 : &number);
}
