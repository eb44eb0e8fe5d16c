// What a file contains is not known.
#include <assert.h>
#include <sys/mman.h>

int main(void) {
  const char *text = mmap(0, 10, PROT_READ, MAP_PRIVATE, 3, 0);
  assert(text == MAP_FAILED || text[0] == 0);
  return 0;
}
