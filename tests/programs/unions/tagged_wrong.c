// Wrong: the tag is not changed when the content changes.
#include <assert.h>

struct value {
  int isFloat;
  union {
    int number;
    float real;
  };
};

int main(void) {
  struct value v = {.isFloat = 0, .number = 1};
  v.real = 1.0f;
  assert(v.isFloat ? v.real == 1.0f : v.number == 1);
  return 0;
}
