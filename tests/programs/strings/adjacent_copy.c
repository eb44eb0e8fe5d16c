// Copies between parts of one array that touch but do not overlap, of a block to itself, and of overlapping parts by
// memmove are defined.
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
char text[8] = "abcdefg";
struct Pair {
  int first, second;
} pair = {1, 2};

int main(void) {
  struct Pair *same = &pair;
  *same = pair;
  unsigned char length = __VERIFIER_nondet_uchar() % 5;
  memcpy(text + 4, text, length);
  assert(text[4] == (length == 0 ? 'e' : 'a'));
  memmove(text, text + 1, 3);
  assert(text[0] == 'b' && text[2] == 'd' && pair.second == 2);
}
