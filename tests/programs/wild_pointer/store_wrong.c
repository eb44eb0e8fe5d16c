// A store through a pointer that was never initialised.
int first, second;

int main(void) {
  int *pointer;
  first = 1;
  *pointer = 2;
  return first + second;
}
