// After an assignment, the padding of the target is not what it was before.
#include <assert.h>
#include <string.h>

struct pair {
  char first;
  int second;
};

int main(void) {
  static struct pair source;
  struct pair target;
  memset(&target, 7, sizeof target);
  target = source;
  assert(((unsigned char *)&target)[1] == 7);
  return 0;
}
