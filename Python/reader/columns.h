/* Columns that grow by a value at a time, in the memory that NumPy and Arrow take over. */
#ifndef FOOTFALL_COLUMNS_H
#define FOOTFALL_COLUMNS_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "texts.h"

typedef struct {
    char *bytes;
    Py_ssize_t length;
    uint64_t hash;
} Word;

typedef struct {
    int key;
    char kind; /* i, f, s or b; 0 until there is a value */
    Py_ssize_t rows, capacity;
    union { void *any; int64_t *integers; double *numbers; int32_t *codes; uint8_t *booleans; } data;
    uint8_t *valid; /* a bit a row, from the lowest; NULL while no value is missing */
    int inexact;    /* an integer is beyond what a double tells exactly */
    Word *words;
    int32_t count, room, last, *slots, slotCount;
} Column;

static size_t width(char kind) { return kind == 's' ? 4 : kind == 'b' ? 1 : 8; }

static int reserve(Column *column, Py_ssize_t rows) {
    if (rows <= column->capacity) return 0;
    Py_ssize_t capacity = column->capacity ? column->capacity * 2 : 1024;
    while (capacity < rows) capacity *= 2;
    void *data = realloc(column->data.any, (size_t)capacity * width(column->kind));
    if (!data) return -1;
    column->data.any = data;
    if (column->valid) {
        uint8_t *valid = realloc(column->valid, (size_t)capacity / 8);
        if (!valid) return -1;
        memset(valid + column->capacity / 8, 0, (size_t)(capacity - column->capacity) / 8);
        column->valid = valid;
    }
    column->capacity = capacity;
    return 0;
}

/* Fills the rows up to `rows` with missing values. */
static int pad(Column *column, Py_ssize_t rows) {
    if (column->rows >= rows) return 0;
    if (reserve(column, rows) < 0) return -1;
    if (!column->valid) {
        column->valid = calloc((size_t)column->capacity / 8, 1);
        if (!column->valid) return -1;
        memset(column->valid, 0xff, (size_t)column->rows / 8);
        for (Py_ssize_t row = column->rows & ~(Py_ssize_t)7; row < column->rows; row++)
            column->valid[row >> 3] |= (uint8_t)(1 << (row & 7));
    }
    for (; column->rows < rows; column->rows++) {
        switch (column->kind) {
        case 'f': column->data.numbers[column->rows] = Py_NAN; break;
        case 'i': column->data.integers[column->rows] = 0; break;
        case 's': column->data.codes[column->rows] = 0; break;
        default: column->data.booleans[column->rows] = 0;
        }
    }
    return 0;
}

static uint64_t hash_of(const char *text, Py_ssize_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (Py_ssize_t index = 0; index < length; index++) hash = (hash ^ (uint8_t)text[index]) * 0x100000001b3u;
    return hash;
}

static int same(const Word *word, const char *text, Py_ssize_t length) {
    return word->length == length && memcmp(word->bytes, text, (size_t)length) == 0;
}

static int grow_slots(Column *column) {
    int32_t count = column->slotCount ? column->slotCount * 2 : 16;
    int32_t *slots = malloc((size_t)count * sizeof *slots);
    if (!slots) return -1;
    memset(slots, 0xff, (size_t)count * sizeof *slots);
    for (int32_t code = 0; code < column->count; code++) {
        uint64_t slot = column->words[code].hash & (uint64_t)(count - 1);
        while (slots[slot] >= 0) slot = (slot + 1) & (uint64_t)(count - 1);
        slots[slot] = code;
    }
    free(column->slots);
    column->slots = slots;
    column->slotCount = count;
    return 0;
}

/* The code of a text in its column; -1 if it is no UTF-8, -2 without memory. */
static int32_t code_of(Column *column, const char *text, Py_ssize_t length) {
    if (column->count && same(&column->words[column->last], text, length)) return column->last;
    if (column->count * 2 >= column->slotCount && grow_slots(column) < 0) return -2;
    uint64_t hash = hash_of(text, length), slot = hash & (uint64_t)(column->slotCount - 1);
    for (; column->slots[slot] >= 0; slot = (slot + 1) & (uint64_t)(column->slotCount - 1))
        if (same(&column->words[column->slots[slot]], text, length)) return column->last = column->slots[slot];
    if (!is_utf8(text, length)) return -1;
    if (column->count == column->room) {
        int32_t room = column->room ? column->room * 2 : 8;
        Word *words = realloc(column->words, (size_t)room * sizeof *words);
        if (!words) return -2;
        column->words = words;
        column->room = room;
    }
    char *copy = malloc((size_t)length + 1);
    if (!copy) return -2;
    memcpy(copy, text, (size_t)length);
    column->words[column->count] = (Word){copy, length, hash};
    column->slots[slot] = column->count;
    return column->last = column->count++;
}

/* Adds the value of a row; missing values fill the rows before it. FINE, FAILED, or UNUSUAL where the column is then
 * of no single type. */
static int column_add(Column *column, Py_ssize_t row, Value *value, Scratch *scratch) {
    if (column->rows > row) return UNUSUAL; /* the key is there twice */
    char kind = value->kind;
    if (kind == 'i' && (value->integer > exact || value->integer < -exact)) {
        if (column->kind == 'f') return UNUSUAL;
        column->inexact = 1;
    }
    if (!column->kind) column->kind = kind;
    if (kind == 'i' && column->kind == 'f') {
        kind = 'f';
        value->number = (double)value->integer;
    }
    if (kind == 'f' && column->kind == 'i') {
        if (column->inexact) return UNUSUAL;
        for (Py_ssize_t before = 0; before < column->rows; before++) {
            int missing = column->valid && !(column->valid[before >> 3] >> (before & 7) & 1);
            column->data.numbers[before] = missing ? Py_NAN : (double)column->data.integers[before];
        }
        column->kind = 'f';
    }
    if (kind != column->kind) return UNUSUAL;
    if (pad(column, row) < 0 || reserve(column, row + 1) < 0) return FAILED;
    if (kind == 'f') {
        column->data.numbers[row] = value->number;
    } else if (kind == 'i') {
        column->data.integers[row] = value->integer;
    } else if (kind == 'b') {
        column->data.booleans[row] = (uint8_t)value->integer;
    } else {
        if (value->escaped && unescape(scratch, value) < 0) return UNUSUAL;
        int32_t code = code_of(column, value->text, value->length);
        if (code < 0) return code == -1 ? UNUSUAL : FAILED;
        column->data.codes[row] = code;
    }
    if (column->valid) column->valid[row >> 3] |= (uint8_t)(1 << (row & 7));
    column->rows = row + 1;
    return FINE;
}

static PyObject *words_of(const Column *column) {
    PyObject *words = PyList_New(column->count);
    for (int32_t code = 0; words && code < column->count; code++) {
        PyObject *word = PyUnicode_DecodeUTF8(column->words[code].bytes, column->words[code].length, "strict");
        if (!word) {
            Py_CLEAR(words);
            break;
        }
        PyList_SET_ITEM(words, code, word);
    }
    return words;
}

/* The column as `_json.column` takes it: name, kind, data, valid, words. Its memory is then the result's. */
static PyObject *column_taken(Column *column, Py_ssize_t rows, const char *name, Py_ssize_t length) {
    if (pad(column, rows) < 0) return PyErr_NoMemory();
    PyObject *data = memory_taking(column->data.any, column->rows * (Py_ssize_t)width(column->kind));
    if (!data) return NULL;
    column->data.any = NULL;
    PyObject *valid = Py_None;
    Py_INCREF(valid);
    if (column->valid) {
        Py_SETREF(valid, memory_taking(column->valid, (column->rows + 7) / 8));
        if (!valid) return Py_DECREF(data), NULL;
        column->valid = NULL;
    }
    PyObject *words = words_of(column);
    if (!words) return Py_DECREF(data), Py_DECREF(valid), NULL;
    return Py_BuildValue("s#CNNN", name, length, (int)column->kind, data, valid, words);
}

static void column_free(Column *column) {
    for (int32_t code = 0; code < column->count; code++) free(column->words[code].bytes);
    free(column->words);
    free(column->slots);
    free(column->valid);
    free(column->data.any);
}

#endif
