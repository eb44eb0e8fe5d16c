// memcpy copies the bytes between the members, whatever the type of the object.
#include <assert.h>
#include <string.h>

struct pair {
  char first;
  int second;
};

int main(void) {
  unsigned char bytes[sizeof(struct pair)] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned char copy[sizeof(struct pair)];
  struct pair p;
  memcpy(&p, bytes, sizeof p);
  memcpy(copy, &p, sizeof p);
  assert(memcmp(copy, bytes, sizeof copy) == 0);
  return 0;
}
