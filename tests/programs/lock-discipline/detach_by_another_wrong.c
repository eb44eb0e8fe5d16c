// A third thread detaches the thread that main joins. Engine bmc does not follow that.
#include <pthread.h>

static pthread_t first;

static void *run(void *argument) { return argument; }

static void *detach(void *argument) {
  pthread_detach(first);
  return argument;
}

int main(void) {
  pthread_t second;
  pthread_create(&first, 0, run, 0);
  pthread_create(&second, 0, detach, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
