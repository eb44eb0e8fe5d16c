// Wrong: C fixes only the sign of a comparison; that the value is -1 is a matter of the library.
#include <assert.h>
#include <string.h>

char first[2] = "a";
char second[2] = "c";

int main(void) {
  assert(strcmp(first, second) == -1);
  return 0;
}
