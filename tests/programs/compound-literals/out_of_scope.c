// Wrong: the literal belongs to the function's block and is gone when the pointer is used.
static int *make(int x) {
  int *p = (int[]){x, x + 1};
  return p;
}

int main(void) {
  int *p = make(4);
  return p[1] - 5;
}
