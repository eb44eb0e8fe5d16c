// Whatever the callback does, it cannot change a local variable whose address it does not know.
#include <assert.h>

static int ready;
static void callback(void) { ready = 1; }
void run(void (*function)(void));

int main(void) {
  volatile int count = 0;
  run(callback);
  assert(count == 1);
  return ready;
}
