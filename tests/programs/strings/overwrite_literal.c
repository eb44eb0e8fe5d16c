// Wrong: a string literal must not be written.
int main(void) {
  char *text = "abc";
  text[0] = 'x';
  return 0;
}
