// A function returns the pointer that it is given.
struct pair {
  int numbers[2];
};

static struct pair make(void) {
  struct pair pair = {{1, 2}};
  return pair;
}

static int *first(int *numbers) { return numbers; }

int main(void) {
  int *kept = first(make().numbers);
  return *kept;
}
