// A jump to a function that has returned is undefined behaviour, also if the same function is active again.
#include <assert.h>
#include <setjmp.h>

static jmp_buf buffer;
static int calls;

static void set(void) {
  if (calls++ == 0) {
    if (setjmp(buffer) != 0)
      assert(0);
  } else {
    longjmp(buffer, 1);
  }
}

int main(void) {
  for (int i = 0; i < 2; i++)
    set();
  return 0;
}
