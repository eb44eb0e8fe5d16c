// <ctype.h> in the "C" locale. glibc's header expands isdigit() and similar functions to look-ups in tables
// that internal functions return. These are the tables, with glibc's bits, for arguments from -128 to 255.
// The functions of <ctype.h> use them too.

enum {
  UPPER = 0x100,
  LOWER = 0x200,
  ALPHA = 0x400,
  DIGIT = 0x800,
  XDIGIT = 0x1000,
  SPACE = 0x2000,
  PRINT = 0x4000,
  GRAPH = 0x8000,
  BLANK = 0x1,
  CONTROL = 0x2,
  PUNCTUATION = 0x4,
  ALNUM = 0x8,
  VISIBLE = PRINT | GRAPH,
  MARK = VISIBLE | PUNCTUATION,
  CAPITAL = VISIBLE | ALNUM | ALPHA | UPPER,
  SMALL = VISIBLE | ALNUM | ALPHA | LOWER,
};

#define AT(character) 128 + (character)

static const unsigned short classes[384] = {
    [AT(0)... AT(8)] = CONTROL,
    [AT('\t')] = CONTROL | SPACE | BLANK,
    [AT('\n')... AT('\r')] = CONTROL | SPACE,
    [AT(14)... AT(31)] = CONTROL,
    [AT(' ')] = PRINT | SPACE | BLANK,
    [AT('!')... AT('/')] = MARK,
    [AT('0')... AT('9')] = VISIBLE | ALNUM | DIGIT | XDIGIT,
    [AT(':')... AT('@')] = MARK,
    [AT('A')... AT('F')] = CAPITAL | XDIGIT,
    [AT('G')... AT('Z')] = CAPITAL,
    [AT('[')... AT('`')] = MARK,
    [AT('a')... AT('f')] = SMALL | XDIGIT,
    [AT('g')... AT('z')] = SMALL,
    [AT('{')... AT('~')] = MARK,
    [AT(127)] = CONTROL,
};

#define EIGHT(from) (from), (from) + 1, (from) + 2, (from) + 3, (from) + 4, (from) + 5, (from) + 6, (from) + 7
#define THIRTY_TWO(from) EIGHT(from), EIGHT((from) + 8), EIGHT((from) + 16), EIGHT((from) + 24)
#define TWENTY_SIX(from) EIGHT(from), EIGHT((from) + 8), EIGHT((from) + 16), (from) + 24, (from) + 25
// A negative char is converted to its byte; -1 is EOF and stays as it is.
#define NEGATIVE_CHARACTERS                                                                                            \
  THIRTY_TWO(128), THIRTY_TWO(160), THIRTY_TWO(192), EIGHT(224), EIGHT(232), EIGHT(240), 248, 249, 250, 251, 252, 253, \
      254, -1
#define EVERY_BYTE_BEFORE_A NEGATIVE_CHARACTERS, THIRTY_TWO(0), THIRTY_TWO(32), 64
#define EVERY_BYTE_AFTER_Z 123, 124, 125, 126, 127, THIRTY_TWO(128), THIRTY_TWO(160), THIRTY_TWO(192), THIRTY_TWO(224)

static const int lowered[384] = {EVERY_BYTE_BEFORE_A, TWENTY_SIX('a'),   91, 92, 93, 94, 95, 96,
                                 TWENTY_SIX('a'),     EVERY_BYTE_AFTER_Z};
static const int raised[384] = {EVERY_BYTE_BEFORE_A, TWENTY_SIX('A'),   91, 92, 93, 94, 95, 96,
                                TWENTY_SIX('A'),     EVERY_BYTE_AFTER_Z};

const unsigned short **__ctype_b_loc(void) {
  static const unsigned short *const table = classes + 128;
  return (const unsigned short **)&table;
}

const int **__ctype_tolower_loc(void) {
  static const int *const table = lowered + 128;
  return (const int **)&table;
}

const int **__ctype_toupper_loc(void) {
  static const int *const table = raised + 128;
  return (const int **)&table;
}

static int is(int character, int class) {
  return character >= -128 && character < 256 ? classes[character + 128] & class : 0;
}

int isalnum(int character) { return is(character, ALNUM); }
int isalpha(int character) { return is(character, ALPHA); }
int isblank(int character) { return is(character, BLANK); }
int iscntrl(int character) { return is(character, CONTROL); }
int isdigit(int character) { return is(character, DIGIT); }
int isgraph(int character) { return is(character, GRAPH); }
int islower(int character) { return is(character, LOWER); }
int isprint(int character) { return is(character, PRINT); }
int ispunct(int character) { return is(character, PUNCTUATION); }
int isspace(int character) { return is(character, SPACE); }
int isupper(int character) { return is(character, UPPER); }
int isxdigit(int character) { return is(character, XDIGIT); }
int isascii(int character) { return character >= 0 && character < 128; }
int toascii(int character) { return character & 127; }

int tolower(int character) { return character >= -128 && character < 256 ? lowered[character + 128] : character; }

int toupper(int character) { return character >= -128 && character < 256 ? raised[character + 128] : character; }
