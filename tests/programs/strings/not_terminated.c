// Wrong: the array has no room for the final zero, so the search for it leaves the array.
int main(void) {
  char word[4] = "word";
  int length = 0;
  while (word[length])
    length++;
  return length;
}
