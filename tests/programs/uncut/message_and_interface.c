// The program does not call all functions of its interface, but a message does not call them either.
#include <assert.h>
#include <pthread.h>

void message(const char *text);

static int counter;

void increment(void) { counter++; }
void reset(void) { counter = 0; }

static void *worker(void *argument) {
  message("begin");
  increment();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  increment();
  pthread_join(thread, 0);
  message("end");
  assert(counter == 2);
  return 0;
}
