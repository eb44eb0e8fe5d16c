// Wrong: the size of a struct is not the sum of the sizes of its members.
#include <assert.h>

struct record {
  char tag;
  int value;
};

int main(void) {
  assert(sizeof(struct record) == sizeof(char) + sizeof(int));
  return 0;
}
