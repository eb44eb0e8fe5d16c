// After an assumption that cannot hold nothing happens, and that is no deadlock.
#include <stdlib.h>

void reach_error(void) { abort(); }
void __VERIFIER_assume(int condition);

int main(void) {
  __VERIFIER_assume(0);
  reach_error();
  return 0;
}
