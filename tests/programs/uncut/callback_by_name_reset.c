// As callback_by_name.c, although the program writes `ready` as well, and through a function that both use.
#include <assert.h>

void run(void);

static int ready;
static void set(int value) { ready = value; }
void on_event(void) { set(1); }

int main(void) {
  set(0);
  run();
  assert(ready);
  return 0;
}
