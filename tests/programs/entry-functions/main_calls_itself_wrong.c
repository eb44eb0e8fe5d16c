// A call of main returns to its caller.
#include <assert.h>
#include <pthread.h>

static int count;

int main(void) {
  pthread_t thread;
  assert(count < 2);
  if (count++ == 0) {
    pthread_create(&thread, 0, (void *(*)(void *))main, 0);
    pthread_join(thread, 0);
    main();
  }
  return 0;
}
