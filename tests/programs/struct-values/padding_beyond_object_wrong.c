// The object has room for all members, but not for the padding after the last one, which an assignment copies.
#include <stddef.h>
#include <stdlib.h>

struct entry {
  long key;
  char kind;
};

int main(void) {
  struct entry e = {1, 2};
  struct entry *p = malloc(offsetof(struct entry, kind) + 1);
  if (p)
    *p = e;
  free(p);
  return 0;
}
