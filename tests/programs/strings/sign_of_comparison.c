// The sign of a comparison is known.
#include <assert.h>
#include <string.h>

char first[2] = "a";
char second[2] = "c";

int main(void) {
  assert(strcmp(first, second) < 0 && strcmp(second, first) > 0);
  assert(memcmp(first, second, 2) < 0 && strncmp(first, first, 2) == 0);
  assert(strcmp("a", "c") < 0 && strcmp("c", "c") == 0);
  return 0;
}
