// How libraries find out whether a program has threads.
#include <assert.h>

#pragma weak start_thread
int start_thread(void);
static int single;

int main(void) {
  if (start_thread == 0)
    single = 1;
  assert(!single);
}
