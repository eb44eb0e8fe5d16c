// Wrong: a local that was never written need not be zero; a global is.
#include <assert.h>

static unsigned char global;

int main(void) {
  unsigned char array[2];
  unsigned char *p = array;
  assert(global == 0);
  assert(p[1] == 0);
  return 0;
}
