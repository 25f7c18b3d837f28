/* A value of a record as its text tells it, before it is put into a column. */
#ifndef FOOTFALL_VALUES_H
#define FOOTFALL_VALUES_H
#include <stdint.h>
#include <sys/types.h>

typedef struct {
    int key;
    char kind;    /* i, f, s or b, as of columns; n for null */
    int escaped;  /* the text has escapes; see `unescape` */
    int64_t integer;
    double number;
    const char *text;
    ssize_t length;
} Value;

/* How far the quick reader came: FINE, to the end of what it was given; BAD_LINE, to a line that is no record as
 * Footfall writes them; CLOSED, to the end of the document; UNUSUAL, to what the general reader has to read; FAILED,
 * to where no memory was left. `_json.py` knows the first three. */
enum { FINE = 0, BAD_LINE = 1, CLOSED = 2, UNUSUAL = 3, FAILED = 4 };

/* Whole numbers up to this one are equal to a double. */
static const int64_t exact = (int64_t)1 << 53;

static inline int is_digit(char character) { return (unsigned)(character - '0') < 10; }

#endif
