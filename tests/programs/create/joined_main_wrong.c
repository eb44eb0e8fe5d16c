// A thread that waits for main does not keep main from failing.
#include <pthread.h>

void reach_error(void);

pthread_t mainThread;

void *waits(void *arg) {
  pthread_join(mainThread, 0);
  return 0;
}

void *ends(void *arg) { return 0; }

int main(void) {
  pthread_t first, second;
  mainThread = pthread_self();
  pthread_create(&first, 0, waits, 0);
  pthread_create(&second, 0, ends, 0);
  pthread_join(second, 0);
  reach_error();
}
