// __builtin_unreachable where an execution gets to: whatever follows is not followed.
#include <assert.h>
int x = 3;
int f(int a) {
  switch (a) {
  case 1:
    return 1;
  case 2:
    return 4;
  }
  __builtin_unreachable();
}
int main(void) {
  assert(f(x) == 4);
  return 0;
}
