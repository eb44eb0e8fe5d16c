// dispatch() may call the function that was registered before.
#include <assert.h>

void enroll(void (*function)(void));
void dispatch(void);

static int ready;
static void callback(void) { ready = 1; }

int main(void) {
  enroll(callback);
  ready = 0;
  dispatch();
  assert(ready);
  return 0;
}
