// qsort and bsearch, which call back into the program. The standard leaves the algorithm open: an
// insertion sort makes few calls, needs no memory and keeps the order of equal elements.
#include "copying.h"

typedef int (*comparison)(const void *, const void *);

// By way of a copy of each word or byte, so that uninitialised parts of elements stay so, and locks in them are noticed
// (transform/lock_copies).
static void swap(char *first, char *second, heddle_size size) {
  const heddle_size part = (((heddle_address)first | (heddle_address)second | size) & 3) == 0 ? 4 : 1;
  _Alignas(4) char kept[4];
  for (heddle_size i = 0; i < size; i += part) {
    heddle_copy_upward(kept, first + i, part);
    heddle_copy_upward(first + i, second + i, part);
    heddle_copy_upward(second + i, kept, part);
  }
}

void qsort(void *base, heddle_size count, heddle_size size, comparison compare) {
  char *const bytes = base;
  for (heddle_size sorted = 1; sorted < count; ++sorted)
    for (heddle_size i = sorted; i != 0; --i) {
      char *const upper = bytes + i * size;
      if (compare(upper - size, upper) <= 0)
        break;
      swap(upper - size, upper, size);
    }
}

void *bsearch(const void *key, const void *base, heddle_size count, heddle_size size, comparison compare) {
  const char *low = base;
  while (count != 0) {
    const char *const middle = low + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0)
      return (void *)middle;
    if (order > 0) {
      low = middle + size;
      --count;
    }
    count /= 2;
  }
  return 0;
}
