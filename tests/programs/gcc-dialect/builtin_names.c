// Variables with the names of library functions.
#include <assert.h>
#include <string.h>

static int free, exit;
int malloc = 1;

int main(void) {
  free = 3;
  exit = 4;
  assert(free + exit + malloc == 8 && strlen("abc") == 3);
  return 0;
}
