// Wrong: C fixes only the sign of a comparison; that the value is the difference of the bytes is a matter of the library.
#include <assert.h>
#include <string.h>

char first[2] = "a";
char second[2] = "c";

int main(void) {
  assert(memcmp(first, second, 2) == -2);
  return 0;
}
