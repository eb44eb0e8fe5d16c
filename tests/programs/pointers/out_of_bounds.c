// Wrong: the loop runs one element too far.
int main(void) {
  int numbers[4];
  for (int i = 0; i <= 4; i++)
    numbers[i] = i;
  return 0;
}
