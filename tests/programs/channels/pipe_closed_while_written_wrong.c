// Wrong: that the write comes before the close.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int ends[2];

void *writer(void *argument) {
  const char byte = 'x';
  assert(write(ends[1], &byte, 1) == 1);
  return argument;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, writer, 0);
  close(ends[1]);
  pthread_join(thread, 0);
  return 0;
}
