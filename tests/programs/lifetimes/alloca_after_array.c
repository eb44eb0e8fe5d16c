// Memory from alloca() lives until the return.
#include <alloca.h>
#include <assert.h>

int main(void) {
  int *kept = 0;
  for (int n = 1; n < 3; n++) {
    {
      int array[n];
      array[0] = n;
      if (kept)
        assert(*kept == 1);
    }
    kept = alloca(sizeof *kept);
    *kept = n;
  }
  assert(*kept == 2);
}
