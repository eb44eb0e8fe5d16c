// The function is in constant data, with its argument.
#include <assert.h>

struct handler {
  void (*function)(void *argument);
  void *argument;
};
void run(const struct handler *handler);

static int ready;
static void callback(void *argument) { *(int *)argument = 1; }

int main(void) {
  struct handler handler = {callback, &ready};
  run(&handler);
  assert(ready);
  return 0;
}
