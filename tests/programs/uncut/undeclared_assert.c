// Old C without a header: assert() is an implicitly declared function.
int x;

int main(void) {
  assert(x == 1);
  return 0;
}
