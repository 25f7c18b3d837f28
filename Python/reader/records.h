/* Records as Footfall writes them: one a line, of scalar values. */
#ifndef FOOTFALL_RECORDS_H
#define FOOTFALL_RECORDS_H
#include <stdlib.h>
#include <string.h>

#include "numbers.h"
#include "texts.h"
#include "values.h"

enum { MAX_VALUES = 64, MAX_KEYS = 256 };

typedef struct {
    char *name;
    ssize_t length;
    int isNumber;
} Key;

typedef struct {
    Key keys[MAX_KEYS];
    int keyCount;
    int guess[2][MAX_VALUES]; /* the keys of the latest two records */
    int latest;
    uint64_t powers[POWERS_OF_FIVE];
    Value values[MAX_VALUES];
    int count;
} Records;

static inline const char *skip(const char *text) {
    while (*text == ' ' || *text == '\t') text++;
    return text;
}

/* The index of a key, which is taken up if it is new; -1 if that cannot be. */
static int key_of(Records *records, const char *name, ssize_t length) {
    for (int key = 0; key < records->keyCount; key++)
        if (records->keys[key].length == length && memcmp(records->keys[key].name, name, (size_t)length) == 0)
            return key;
    if (records->keyCount == MAX_KEYS) return -1;
    if (!is_utf8(name, length)) return -1;
    char *copy = malloc((size_t)length + 1);
    if (!copy) return -1;
    memcpy(copy, name, (size_t)length);
    records->keys[records->keyCount] = (Key){copy, length, 0};
    return records->keyCount++;
}

/* Reads a record from its brace on into `values`. Returns where it ends, or NULL if it is damaged, or has what only
 * the general reader reads. The keys are guessed from the latest two records: those of a file differ little. */
static const char *read_record(Records *records, const char *text, const char *end) {
    int count = 0, *guesses[2] = {records->guess[records->latest], records->guess[!records->latest]};
    int *keys = records->guess[!records->latest];
    text = skip(text + 1);
    while (*text != '}' || count) {
        if (count == MAX_VALUES || *text != '"') return NULL;
        const char *name = text + 1;
        int key = -1;
        for (int guess = 0; guess < 2 && key < 0; guess++) {
            int candidate = guesses[guess][count];
            if (candidate < 0 || candidate >= records->keyCount) continue;
            Key *known = &records->keys[candidate];
            if (end - name > known->length && name[known->length] == '"'
                && memcmp(name, known->name, (size_t)known->length) == 0)
                key = candidate;
        }
        if (key >= 0) {
            text = name + records->keys[key].length + 1;
        } else {
            Value called;
            text = read_text(text, &called);
            if (!text || called.escaped) return NULL;
            key = key_of(records, called.text, called.length);
            if (key < 0) return NULL;
        }
        text = skip(text);
        if (*text != ':') return NULL;
        text = skip(text + 1);
        Value *value = &records->values[count];
        value->key = key;
        keys[count++] = key;
        if (*text == '"') {
            text = read_text(text, value);
        } else if (*text == '-' || is_digit(*text)) {
            text = read_number(records->powers, text, value);
        } else if (strncmp(text, "true", 4) == 0 || strncmp(text, "false", 5) == 0) {
            value->kind = 'b';
            value->integer = *text == 't';
            text += value->integer ? 4 : 5;
        } else if (strncmp(text, "null", 4) == 0) {
            value->kind = 'n';
            text += 4;
        } else {
            return NULL;
        }
        if (!text) return NULL;
        text = skip(text);
        if (*text == ',') {
            text = skip(text + 1);
            if (*text != '"') return NULL;
        } else if (*text == '}') {
            break;
        } else {
            return NULL;
        }
    }
    records->latest = !records->latest;
    records->count = count;
    return text + 1;
}

#endif
