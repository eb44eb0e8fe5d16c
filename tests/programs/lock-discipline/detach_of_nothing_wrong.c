#include <pthread.h>

static pthread_t thread; // never created

static void *run(void *argument) { return argument; }

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, run, 0);
  pthread_join(other, 0);
  pthread_detach(thread);
  return 0;
}
