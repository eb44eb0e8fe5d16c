// strdup and strndup allocate copies.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *a = strdup("abc"), *b = strndup("abc", 2);
  assert(strcmp(a, "abc") == 0 && strcmp(b, "ab") == 0);
  free(a);
  free(b);
  return 0;
}
