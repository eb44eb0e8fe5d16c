// The length of a flexible array member depends on the definition.
struct list {
  int length;
  int numbers[];
};
extern struct list list;

int main(void) {
  list.numbers[2] = 1;
  return 0;
}
