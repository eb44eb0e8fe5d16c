// Wrong: C fixes only the sign of a comparison; that the value is -1, also for literals is a matter of the library.
#include <assert.h>
#include <string.h>

int main(void) {
  assert(strcmp("a", "c") == -1);
  return 0;
}
