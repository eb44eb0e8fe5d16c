// A jump out of nested calls, with a value.
#include <assert.h>
#include <setjmp.h>

static jmp_buf handler;
static int depth;

static void parse(int n) {
  char text[4] = {0};
  depth++;
  if (n == 0)
    longjmp(handler, 7);
  text[n] = 1;
  parse(n - 1);
  assert(0);
}

int main(void) {
  int code = setjmp(handler);
  if (code == 0)
    parse(2);
  assert(code == 7 && depth == 3);
  return 0;
}
