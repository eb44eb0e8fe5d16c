// What the operations return: the word has another value, no thread waits, the timeout passes.
#include "mutex.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

static atomic_int word = 3;

int main(void) {
  const struct timespec timeout = {.tv_sec = 1};
  assert(syscall(SYS_futex, &word, FUTEX_WAIT, 2, (void *)0, (void *)0, 0) == -1);
  assert(errno == EAGAIN);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE, 1, (void *)0, (void *)0, 0) == 0);
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT, 3, &timeout, (void *)0, 0);
  assert(result == 0 || (result == -1 && errno == ETIMEDOUT));
  return 0;
}
