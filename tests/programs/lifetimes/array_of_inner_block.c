// The array of a block around it lives on, in every iteration.
#include <assert.h>

int main(void) {
  for (int n = 1; n < 4; n++) {
    int outer[n];
    outer[0] = n;
    {
      int inner[n];
      inner[0] = outer[0];
      outer[n - 1] = inner[0];
    }
    assert(outer[0] == n && outer[n - 1] == n);
  }
}
