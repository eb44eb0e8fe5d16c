// The local that a function returns ends with it: the result of the call is another object.
#include <assert.h>
struct large {
  int values[10];
};
int *kept;
struct large f(void) {
  struct large result = {{1}};
  kept = &result.values[0];
  return result;
}
int main(void) {
  struct large r = f();
  assert(*kept == r.values[0]);
  return 0;
}
