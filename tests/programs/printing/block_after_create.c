// A block that is written is read in one arbitrary part. How many parts there are depends on its alignment.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *work(void *argument) {
  shared = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  struct message {
    int number;
    char text[4];
  } message = {1, "abc"};
  write(1, &message, sizeof message);
  pthread_join(thread, 0);
  assert(shared == 1);
  return 0;
}
