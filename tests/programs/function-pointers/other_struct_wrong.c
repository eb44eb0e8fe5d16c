// Two structs that are passed alike are different types.
#include <assert.h>
struct pair {
  int first, second;
};
struct range {
  unsigned begin;
  int length;
};
int f(struct pair p) { return p.first + p.second; }
int main(void) {
  int (*g)(struct range) = (int (*)(struct range))f;
  struct range r = {1, 2};
  assert(g(r) == 3);
  return 0;
}
