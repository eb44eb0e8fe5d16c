// Only code elsewhere can use the table, and so call the function in it.
#include <assert.h>

void run(void);

static int ready;
static void on_event(void) { ready = 1; }
void (*const handlers[])(void) = {on_event};

int main(void) {
  ready = 0;
  run();
  assert(ready);
  return 0;
}
