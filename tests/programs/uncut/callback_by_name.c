// The program never calls on_event(): it is there for run(), which knows its name.
#include <assert.h>

void run(void);

static int ready;
void on_event(void) { ready = 1; }

int main(void) {
  run();
  assert(ready);
  return 0;
}
