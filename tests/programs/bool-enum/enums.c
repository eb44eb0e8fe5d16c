// Enumerators count up from the last given value, and an enum is an integer.
#include <assert.h>

enum colour { RED, GREEN = 5, BLUE, LAST = BLUE };
enum sign { NEGATIVE = -1, ZERO, POSITIVE };
enum { WIDTH = 4, AREA = WIDTH * WIDTH };

static enum sign signOf(int x) { return x < 0 ? NEGATIVE : x > 0 ? POSITIVE : ZERO; }

char __VERIFIER_nondet_char(void);

int main(void) {
  assert(RED == 0 && BLUE == 6 && LAST == BLUE && AREA == 16);
  assert(sizeof(enum colour) == 4);
  enum colour c = GREEN;
  c++;
  assert(c == BLUE);
  signed char x = __VERIFIER_nondet_char();
  assert(signOf(x) * x >= 0);
  assert(signOf(x) == -signOf(-x));
  int cells[AREA] = {[BLUE] = 1};
  assert(cells[6] == 1 && cells[5] == 0);
  return 0;
}
