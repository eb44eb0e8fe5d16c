// A small struct is passed as an integer: the types of the call and of the function differ all the same.
#include <assert.h>
struct pair {
  int first, second;
};
long f(struct pair p) { return p.first + p.second; }
int main(void) {
  long (*g)(long) = (long (*)(long))f;
  assert(g(0x100000002L) == 3);
  return 0;
}
