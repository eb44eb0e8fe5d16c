// Wrong: an array that is initialised from a literal contains its final zero, too.
#include <assert.h>

int main(void) {
  char word[] = "word";
  assert(sizeof word == 4);
  return 0;
}
