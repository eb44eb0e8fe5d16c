// The other way round, and for the result.
#include <assert.h>
struct pair {
  int first, second;
};
long f(void) { return 0x100000002L; }
int main(void) {
  struct pair (*g)(void) = (struct pair (*)(void))f;
  assert(g().first == 2);
  return 0;
}
