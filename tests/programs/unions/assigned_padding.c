// What is padding in one member of a union is data of another one: an assignment copies it.
#include <assert.h>

union value {
  struct {
    char tag;
    int number;
  } tagged;
  unsigned char bytes[8];
};

int main(void) {
  union value a = {.bytes = {1, 2, 3, 4, 5, 6, 7, 8}};
  union value b;
  b = a;
  for (int i = 0; i < 8; i++)
    assert(b.bytes[i] == i + 1);
  return 0;
}
