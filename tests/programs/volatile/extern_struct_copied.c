// Two copies of a volatile struct that is defined elsewhere may differ.
#include <assert.h>
struct pair {
  int first, second;
};
extern volatile struct pair device;
int main(void) {
  struct pair a = device, b = device;
  assert(a.first == b.first);
  return 0;
}
