// Wrong: a pointer to a local of a function that the jump has left.
#include <setjmp.h>

static jmp_buf buffer;
static int *kept;

static void leave(void) {
  int local = 1;
  kept = &local;
  longjmp(buffer, 1);
}

int main(void) {
  if (setjmp(buffer) == 0)
    leave();
  return *kept;
}
