// An object that is defined elsewhere has one value, however often it is copied.
#include <assert.h>
struct pair {
  int first, second;
};
extern struct pair settings;
int main(void) {
  struct pair a = settings, b = settings;
  assert(a.first == b.first);
  return 0;
}
