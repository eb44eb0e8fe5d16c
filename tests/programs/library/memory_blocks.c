// memcpy, memmove with overlap, memset, memcmp, memchr.
#include <assert.h>
#include <string.h>

int main(void) {
  char a[8] = "abcdefg", b[8];
  memcpy(b, a, sizeof a);
  assert(memcmp(a, b, sizeof a) == 0);
  memmove(b + 1, b, 4);
  assert(memcmp(b, "aabcdfg", 8) == 0);
  memmove(b, b + 1, 4);
  assert(memcmp(b, "abcddfg", 8) == 0);
  memset(b, 'x', 3);
  assert(memcmp(b, "xxxddfg", 8) == 0);
  assert(memcmp("abc", "abd", 3) < 0 && memcmp("b", "a", 1) > 0);
  assert(memchr(a, 'c', 8) == a + 2 && memchr(a, 'z', 8) == 0);
  return 0;
}
