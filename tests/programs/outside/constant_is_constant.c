// Whatever its value is, all threads read the same one.
#include <assert.h>
#include <pthread.h>

extern const unsigned char limit;
unsigned char seen;

void *reader(void *arg) {
  seen = limit;
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  unsigned char mine = limit;
  pthread_join(thread, 0);
  assert(mine == seen);
}
