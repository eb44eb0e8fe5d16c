// Only the volatile member may change.
#include <assert.h>
struct dev {
  volatile int status;
  int id;
};
extern struct dev dev;
int main(void) {
  assert(dev.id == dev.id);
  assert(dev.status == dev.status);
  return 0;
}
