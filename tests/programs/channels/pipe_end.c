// The reader sees all bytes in their order, and then the end.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *consume(void *argument) {
  char bytes[4];
  int count = 0;
  for (;;) {
    const ssize_t length = read(ends[0], bytes + count, sizeof bytes - count);
    if (length <= 0)
      break;
    count += (int)length;
  }
  assert(count == 3);
  assert(bytes[0] == 'a' && bytes[1] == 'b' && bytes[2] == 'c');
  return argument;
}

int main(void) {
  pipe(ends);
  pthread_t thread;
  pthread_create(&thread, 0, consume, 0);
  write(ends[1], "ab", 2);
  write(ends[1], "c", 1);
  close(ends[1]);
  pthread_join(thread, 0);
  return 0;
}
