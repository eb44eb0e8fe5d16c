// run() may call the function that it is given.
#include <assert.h>

static int called;
static void callback(void) { called = 1; }
void run(void (*function)(void));

int main(void) {
  run(callback);
  assert(!called);
  return 0;
}
