/* Texts of JSON, with their escapes. */
#ifndef FOOTFALL_TEXTS_H
#define FOOTFALL_TEXTS_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

/* Memory for a text whose escapes are replaced; it holds one text at a time. */
typedef struct {
    char *bytes;
    ssize_t size;
} Scratch;

/* Reads a text from its quotation mark on. Returns where it ends, or NULL if it has no end. */
static const char *read_text(const char *text, Value *value) {
    value->kind = 's';
    value->escaped = 0;
    value->text = ++text;
    for (;; text++) {
        uint8_t character = (uint8_t)*text;
        if (character == '"') break;
        if (character < 0x20) return NULL;
        if (character == '\\') {
            value->escaped = 1;
            if ((uint8_t)*++text < 0x20) return NULL;
        }
    }
    value->length = text - value->text;
    return text + 1;
}

static int hex4(const char *text, const char *end) {
    int value = 0;
    if (end - text < 4) return -1;
    for (int index = 0; index < 4; index++) {
        char character = text[index];
        int digit = is_digit(character)                         ? character - '0'
                    : character >= 'a' && character <= 'f' ? character - 'a' + 10
                    : character >= 'A' && character <= 'F' ? character - 'A' + 10
                                                           : -1;
        if (digit < 0) return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* Replaces the escapes of a text, in the scratch; -1 where one is none. */
static int unescape(Scratch *scratch, Value *value) {
    if (value->length > scratch->size) {
        char *bytes = realloc(scratch->bytes, (size_t)value->length);
        if (!bytes) return -1;
        scratch->bytes = bytes;
        scratch->size = value->length;
    }
    char *out = scratch->bytes;
    const char *text = value->text, *end = text + value->length;
    while (text < end) {
        if (*text != '\\') {
            *out++ = *text++;
            continue;
        }
        static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
        char name = text[1];
        text += 2;
        const char *found = name ? strchr(names, name) : NULL;
        if (found) {
            *out++ = values[found - names];
            continue;
        }
        int point = name == 'u' ? hex4(text, end) : -1;
        if (point < 0) return -1;
        text += 4;
        if (point >= 0xd800 && point < 0xe000) {
            int low = point < 0xdc00 && end - text >= 6 && text[0] == '\\' && text[1] == 'u' ? hex4(text + 2, end) : -1;
            if (low < 0xdc00 || low > 0xdfff) return -1;
            point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
            text += 6;
        }
        if (point < 0x80) {
            *out++ = (char)point;
        } else if (point < 0x800) {
            *out++ = (char)(0xc0 | point >> 6);
            *out++ = (char)(0x80 | (point & 0x3f));
        } else if (point < 0x10000) {
            *out++ = (char)(0xe0 | point >> 12);
            *out++ = (char)(0x80 | (point >> 6 & 0x3f));
            *out++ = (char)(0x80 | (point & 0x3f));
        } else {
            *out++ = (char)(0xf0 | point >> 18);
            *out++ = (char)(0x80 | (point >> 12 & 0x3f));
            *out++ = (char)(0x80 | (point >> 6 & 0x3f));
            *out++ = (char)(0x80 | (point & 0x3f));
        }
    }
    value->text = scratch->bytes;
    value->length = out - scratch->bytes;
    return 0;
}

/* True if the bytes are UTF-8. */
static int is_utf8(const char *text, ssize_t length) {
    PyObject *decoded = PyUnicode_DecodeUTF8(text, length, "strict");
    if (!decoded) PyErr_Clear();
    Py_XDECREF(decoded);
    return decoded != NULL;
}

#endif
