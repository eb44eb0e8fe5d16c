// break leaves the innermost loop, continue goes to its next round, do-while runs at least once.
#include <assert.h>

int main(void) {
  int visited = 0;
  for (int i = 0; i < 5; i++) {
    if (i == 1)
      continue;
    for (int j = 0;; j++) {
      if (j == i)
        break;
      visited++;
    }
  }
  assert(visited == 0 + 2 + 3 + 4);
  int once = 0;
  do {
    once++;
    if (once == 1)
      continue;
  } while (0);
  assert(once == 1);
  int a, b;
  for (a = 0, b = 10; a < b; a++, b--)
    ;
  assert(a == 5 && b == 5);
  return 0;
}
