// A read that waits for a pipe whose end is closed goes on waiting in Linux, which is not modelled.
#include <pthread.h>
#include <unistd.h>

int ends[2];

void *reader(void *argument) {
  char byte;
  read(ends[0], &byte, 1);
  return argument;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  close(ends[0]);
  pthread_join(thread, 0);
  return 0;
}
