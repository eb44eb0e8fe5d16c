// The thread may call exit while the return from main runs the handler.
#include <pthread.h>
#include <stdlib.h>
int state;
void handler(void) { state = 1; }
void *worker(void *arg) { exit(arg != 0); }
int main(void) {
  pthread_t t;
  atexit(handler);
  pthread_create(&t, 0, worker, 0);
  return 0;
}
