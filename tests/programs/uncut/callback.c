// run() may call the function that it is given.
#include <assert.h>

static int ready;
static void callback(void) { ready = 1; }
void run(void (*function)(void));

int main(void) {
  run(callback);
  assert(ready);
  return 0;
}
