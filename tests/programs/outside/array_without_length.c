// So is the length of such an array: the access may be valid or not.
extern int array[];

int main(void) {
  array[3] = 1;
  return 0;
}
