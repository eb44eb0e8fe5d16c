// Functions as arguments, in structs, and returned from functions.
#include <assert.h>

typedef int (*predicate)(int);

static int isEven(int x) { return x % 2 == 0; }
static int isPositive(int x) { return x > 0; }

static int count(const int *numbers, int length, predicate accept) {
  int result = 0;
  for (int i = 0; i < length; i++)
    result += accept(numbers[i]);
  return result;
}

static predicate choose(_Bool even) { return even ? isEven : isPositive; }

struct filter {
  const char *name;
  predicate accept;
};

int main(void) {
  const int numbers[] = {-2, -1, 0, 1, 2};
  assert(count(numbers, 5, isEven) == 3);
  assert(count(numbers, 5, choose(0)) == 2);
  struct filter filter = {"even", choose(1)};
  assert(filter.accept(4) && !(*filter.accept)(5));
  void *hidden = (void *)filter.accept;
  assert(((predicate)hidden)(6));
  return 0;
}
