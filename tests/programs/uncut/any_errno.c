// A function elsewhere may set errno.
#include <assert.h>
#include <errno.h>

void work(void);

int main(void) {
  errno = 0;
  work();
  assert(errno == 0);
  return 0;
}
