// Wrong: two pointers that start at the same place are not the same object; moving one leaves the other.
#include <assert.h>

static int table[2] = {1, 2};
static int *first = table;
static int *cursor = table;

int main(void) {
  cursor++;
  assert(*first == *cursor);
  return 0;
}
