// Pointers to different types, and integers of one width, are passed alike in practice; so is a struct by another name.
#include <assert.h>
typedef struct pair {
  int first, second;
} pair_type;
enum colour { red, green };
int f(unsigned a, int *b, struct pair c, enum colour d) { return (int)a + *b + c.second + (d == green); }
int main(void) {
  int (*g)(int, void *, const pair_type, unsigned) = (int (*)(int, void *, const pair_type, unsigned))f;
  int b = 2;
  pair_type c = {3, 4};
  assert(g(1, &b, c, green) == 8);
  return 0;
}
