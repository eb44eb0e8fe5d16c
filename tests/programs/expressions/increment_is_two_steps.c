// Wrong: an increment of a shared variable is a read and a write, also as `+= 1` and through a pointer.
#include <assert.h>
#include <pthread.h>

static int shared;
static int *const pointer = &shared;

static void *add(void *argument) {
  (void)argument;
  *pointer += 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  ++shared;
  pthread_join(thread, 0);
  assert(shared == 2);
  return 0;
}
