// The number beside a handle is compared, in an element whose index is not known.
#include <assert.h>
#include <pthread.h>
struct worker {
  pthread_t thread;
  int number;
};
static struct worker workers[2];
static void *run(void *argument) { return argument; }
int main(void) {
  for (int i = 0; i < 2; i++) {
    workers[i].number = i;
    pthread_create(&workers[i].thread, 0, run, 0);
    pthread_join(workers[i].thread, 0);
    assert(workers[i].number == i);
  }
  return 0;
}
