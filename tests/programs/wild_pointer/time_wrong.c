// time() writes through a pointer that was never initialised.
#include <time.h>
long before, after;

int main(void) {
  time_t *result;
  before = time(0);
  after = time(result);
  return before < after;
}
