// One thread detaches itself, one is detached by main, and one is joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;

static void *detachSelf(void *argument) {
  pthread_detach(pthread_self());
  count++;
  return argument;
}

static void *run(void *argument) {
  count++;
  return argument;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, detachSelf, 0);
  pthread_create(&second, 0, run, 0);
  pthread_detach(second);
  pthread_create(&third, 0, run, 0);
  pthread_join(third, 0);
  assert(count >= 1 && count <= 3);
  return 0;
}
