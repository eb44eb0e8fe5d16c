// There is at least one processor, and pages are those of mmap.
#include <assert.h>
#include <unistd.h>

int main(void) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  assert(processors >= 1);
  int threads = processors > 4 ? 4 : (int)processors;
  assert(threads >= 1 && threads <= 4);
  assert(sysconf(_SC_PAGESIZE) == getpagesize());
  return 0;
}
