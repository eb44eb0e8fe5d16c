// Wrong: the mapping is used after its end.
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
  int *numbers = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (numbers == MAP_FAILED)
    return 1;
  numbers[1] = 1;
  munmap(numbers, 4096);
  return numbers[1];
}
