// alloca's memory is the function's own and goes with it.
#include <alloca.h>
#include <assert.h>

static int sum(int n) {
  int *cells = alloca((unsigned)n * sizeof *cells);
  int total = 0;
  for (int i = 0; i < n; i++)
    cells[i] = i;
  for (int i = 0; i < n; i++)
    total += cells[i];
  return total;
}

int main(void) {
  assert(sum(3) == 3);
  assert(sum(4) == 6);
  return 0;
}
