// The struct that a call returns ends with the full expression, which the model does not follow.
struct pair {
  int numbers[2];
};

static struct pair make(void) {
  struct pair pair = {{1, 2}};
  return pair;
}

int main(void) {
  int *kept = make().numbers;
  return kept[0];
}
