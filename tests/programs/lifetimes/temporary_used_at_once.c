// What is used within the expression is alive.
#include <assert.h>

struct pair {
  int numbers[2];
};

static struct pair make(int first) {
  struct pair pair = {{first, 2}};
  return pair;
}

static int sum(const int *numbers) { return numbers[0] + numbers[1]; }

int main(void) {
  assert(make(1).numbers[1] == 2);
  assert(sum(make(3).numbers) == 5);
}
