// Functions of C11 annex K.
#include <assert.h>
#include <stddef.h>
#include <string.h>

typedef int errno_t;
typedef size_t rsize_t;
errno_t memcpy_s(void *, rsize_t, const void *, rsize_t);
errno_t memset_s(void *, rsize_t, int, rsize_t);
errno_t strcpy_s(char *, rsize_t, const char *);
errno_t strcat_s(char *, rsize_t, const char *);
errno_t strncpy_s(char *, rsize_t, const char *, rsize_t);
int sprintf_s(char *, rsize_t, const char *, ...);

int main(void) {
  char text[8];
  assert(strcpy_s(text, sizeof text, "abc") == 0 && strcat_s(text, sizeof text, "defg") == 0);
  assert(strcmp(text, "abcdefg") == 0);
  assert(strncpy_s(text, sizeof text, "xyz", 2) == 0 && strcmp(text, "xy") == 0);
  int from[2] = {1, 2}, to[2];
  assert(memcpy_s(to, sizeof to, from, sizeof from) == 0 && to[1] == 2);
  assert(memset_s(to, sizeof to, 0, 4) == 0 && to[0] == 0 && to[1] == 2);
  assert(sprintf_s(text, sizeof text, "%d", 12) == 2);
  return 0;
}
