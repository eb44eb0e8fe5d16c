// Messages from several threads, with the values of variables, do not keep a violation from being `false`.
#include <assert.h>
#include <pthread.h>

void message(const char *text, int number);

static int counter;

static void *worker(void *argument) {
  message("begin", 0);
  counter++;
  message("end", counter);
  return argument;
}

int main(void) {
  message("start", 0);
  pthread_t first, second;
  pthread_create(&first, 0, worker, 0);
  pthread_create(&second, 0, worker, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 2);
  return 0;
}
