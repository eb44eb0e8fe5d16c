// Every path of f returns something.
#include <assert.h>
struct large {
  int numbers[8];
};
int __VERIFIER_nondet_int(void);
struct large f(int condition) {
  struct large result = {{1}};
  if (condition)
    return result;
  return (struct large){{2}};
}
struct large g(int condition) { return f(condition); }
int main(void) {
  struct large pair[2] = {g(1), g(__VERIFIER_nondet_int())};
  assert(pair[0].numbers[0] == 1 && pair[1].numbers[0] >= 1);
  return 0;
}
