// The return of a thread that starts in main ends this thread, and not the program.
#include <assert.h>
#include <pthread.h>

static int count;

int main(void) {
  pthread_t thread;
  if (count++ == 0) {
    pthread_create(&thread, 0, (void *(*)(void *))main, 0);
    pthread_join(thread, 0);
    assert(count != 2);
  }
  return 0;
}
