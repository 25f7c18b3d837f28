/* Reads records of sample files into columns: one record a line, of scalar values, as Footfall writes them.
 * It is the quick way only. A line that is anything else stops it, and `_general.py` reads the file; both give the
 * same columns. Numbers are rounded exactly (see `exactly`), whatever the locale is. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MAX_FIELDS = 64, MAX_KEYS = 256 };
enum { FINE = 0, BAD_LINE = 1, CLOSED = 2, UNUSUAL = 3, FAILED = 4 };
enum { SAMPLE = 0, LOSS = 1, MARK = 2, MOVE = 3 };
static const int64_t exact = (int64_t)1 << 53;

/* ---- memory that NumPy and Arrow take over as it is ---- */

typedef struct {
    PyObject_HEAD
    void *bytes;
    Py_ssize_t size;
} Memory;

static void memory_dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    free(((Memory *)self)->bytes);
    type->tp_free(self);
    Py_DECREF(type);
}

static int memory_buffer(PyObject *self, Py_buffer *view, int flags) {
    static char empty;
    Memory *memory = (Memory *)self;
    return PyBuffer_FillInfo(view, self, memory->bytes ? memory->bytes : &empty, memory->size, 0, flags);
}

static PyType_Slot memory_slots[] = {
    {Py_tp_dealloc, memory_dealloc},
    {Py_bf_getbuffer, memory_buffer},
    {0, NULL}};
static PyType_Spec memory_spec = {"footfall._fast.Memory", sizeof(Memory), 0, Py_TPFLAGS_DEFAULT, memory_slots};
static PyTypeObject *memory_type;

static PyObject *memory_taking(void *bytes, Py_ssize_t size) {
    Memory *memory = PyObject_New(Memory, memory_type);
    if (!memory) return NULL;
    void *fitted = size ? realloc(bytes, (size_t)size) : bytes;
    memory->bytes = fitted ? fitted : bytes;
    memory->size = size;
    return (PyObject *)memory;
}

/* ---- columns ---- */

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

typedef struct {
    int kind;
    char *sensor;
    Py_ssize_t sensorLength, rows;
    Column *columns;
    int columnCount;
    int ofKey[MAX_KEYS]; /* index of the column plus one */
} Group;

typedef struct {
    int key;
    char kind; /* as of columns; n for null */
    int escaped;
    int64_t integer;
    double number;
    const char *text;
    Py_ssize_t length;
} Field;

typedef struct {
    char *name;
    Py_ssize_t length;
    int isNumber;
} Key;

typedef struct {
    PyObject_HEAD
    Key keys[MAX_KEYS];
    int keyCount, sensorKey, lostKey, markerKey;
    int guess[2][MAX_FIELDS]; /* the keys of the latest two records */
    int latest;
    Group *groups;
    int groupCount;
    uint64_t powers[2 * 652];
    Field fields[MAX_FIELDS];
    char *scratch;
    Py_ssize_t scratchSize;
    Py_ssize_t records;
} Parser;

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
    PyObject *decoded = PyUnicode_DecodeUTF8(text, length, "strict");
    if (!decoded) {
        PyErr_Clear();
        return -1;
    }
    Py_DECREF(decoded);
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

/* ---- numbers ---- */

static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                              1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static double by_python(const char *start, const char *end) {
    char small[64], *copy = small;
    size_t length = (size_t)(end - start);
    if (length >= sizeof small && !(copy = malloc(length + 1))) return Py_NAN;
    memcpy(copy, start, length);
    copy[length] = 0;
    double value = PyOS_string_to_double(copy, NULL, NULL);
    if (PyErr_Occurred()) {
        PyErr_Clear();
        value = Py_NAN;
    }
    if (copy != small) free(copy);
    return value;
}

/* The double nearest to mantissa × 10^power. The mantissa is multiplied by 128 bits of the power of five; where
 * those leave open to which side the product rounds, Python's own conversion decides. */
static double exactly(Parser *parser, uint64_t mantissa, int64_t power, const char *start, const char *end) {
    if (mantissa <= (uint64_t)exact && power >= -22 && power <= 22)
        return power < 0 ? (double)mantissa / tens[-power] : (double)mantissa * tens[power];
    if (mantissa == 0) return 0;
    if (power < -300 || power > 300) return by_python(start, end);
    const uint64_t *five = parser->powers + 2 * (power + 342);
    int zeros = __builtin_clzll(mantissa);
    mantissa <<= zeros;
    unsigned __int128 product = (unsigned __int128)mantissa * five[0];
    uint64_t high = (uint64_t)(product >> 64), low = (uint64_t)product;
    if ((high & 0x1ff) == 0x1ff) {
        uint64_t more = (uint64_t)(((unsigned __int128)mantissa * five[1]) >> 64);
        low += more;
        if (low < more) high++;
        if (low == UINT64_MAX) return by_python(start, end);
    }
    int upper = (int)(high >> 63), shift = upper + 9;
    uint64_t digits = high >> shift;
    int64_t binary = (((152170 + 65536) * power) >> 16) + 63 + upper - zeros + 1023;
    if (binary <= 0 || binary >= 0x7fe) return by_python(start, end);
    if (low <= 1 && (digits & 3) == 1 && digits << shift == high) return by_python(start, end);
    digits = (digits + (digits & 1)) >> 1;
    if (digits >= (uint64_t)1 << 53) {
        digits >>= 1;
        binary++;
    }
    uint64_t bits = (digits & (((uint64_t)1 << 52) - 1)) | (uint64_t)binary << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline int is_digit(char character) { return (unsigned)(character - '0') < 10; }

/* Reads a number; where it ends, or NULL if it is none, or one that the quick way leaves to the other. */
static const char *read_number(Parser *parser, const char *text, Field *field) {
    const char *start = text, *digits;
    int negative = *text == '-';
    text += negative;
    uint64_t mantissa = 0;
    if (!is_digit(*text)) return NULL;
    digits = text;
    while (is_digit(*text)) mantissa = mantissa * 10 + (uint64_t)(*text++ - '0');
    Py_ssize_t count = text - digits;
    if (*digits == '0' && count > 1) return NULL;
    if (*text != '.' && *text != 'e' && *text != 'E') {
        if (count > 18) return NULL;
        if (negative && mantissa == 0) {
            field->kind = 'f';
            field->number = -0.0;
            return text;
        }
        field->kind = 'i';
        field->integer = negative ? -(int64_t)mantissa : (int64_t)mantissa;
        return text;
    }
    int64_t power = 0;
    if (*text == '.') {
        const char *point = ++text;
        if (!is_digit(*text)) return NULL;
        while (is_digit(*text)) mantissa = mantissa * 10 + (uint64_t)(*text++ - '0');
        power = point - text;
        count += text - point;
    }
    if (*text == 'e' || *text == 'E') {
        int down = *++text == '-';
        text += down || *text == '+';
        if (!is_digit(*text)) return NULL;
        int64_t told = 0;
        while (is_digit(*text)) told = told < 100000 ? told * 10 + (*text++ - '0') : (text++, told);
        power += down ? -told : told;
    }
    if (count > 19) { /* leading zeros are no digits of the mantissa */
        while (*digits == '0' || *digits == '.') count -= *digits++ == '0';
    }
    double value = count > 19 ? by_python(negative ? start + 1 : start, text)
                              : exactly(parser, mantissa, power, negative ? start + 1 : start, text);
    if (!isfinite(value)) return NULL;
    field->kind = 'f';
    field->number = negative ? -value : value;
    return text;
}

/* ---- records ---- */

static const char *read_string(const char *text, Field *field) {
    field->kind = 's';
    field->escaped = 0;
    field->text = ++text;
    for (;; text++) {
        uint8_t character = (uint8_t)*text;
        if (character == '"') break;
        if (character < 0x20) return NULL;
        if (character == '\\') {
            field->escaped = 1;
            if ((uint8_t)*++text < 0x20) return NULL;
        }
    }
    field->length = text - field->text;
    return text + 1;
}

static int key_of(Parser *parser, const char *name, Py_ssize_t length) {
    for (int key = 0; key < parser->keyCount; key++)
        if (parser->keys[key].length == length && memcmp(parser->keys[key].name, name, (size_t)length) == 0)
            return key;
    if (parser->keyCount == MAX_KEYS) return -1;
    PyObject *decoded = PyUnicode_DecodeUTF8(name, length, "strict");
    if (!decoded) {
        PyErr_Clear();
        return -1;
    }
    Py_DECREF(decoded);
    char *copy = malloc((size_t)length + 1);
    if (!copy) return -1;
    memcpy(copy, name, (size_t)length);
    parser->keys[parser->keyCount] = (Key){copy, length, 0};
    return parser->keyCount++;
}

static inline const char *skip(const char *text) {
    while (*text == ' ' || *text == '\t') text++;
    return text;
}

/* Reads a record from its brace on into `fields`; where it ends, or NULL. The keys are guessed from the latest two
 * records: those of a file differ little. */
static const char *read_record(Parser *parser, const char *text, const char *end, int *fieldCount) {
    int count = 0, *guesses[2] = {parser->guess[parser->latest], parser->guess[!parser->latest]};
    int *keys = parser->guess[!parser->latest];
    text = skip(text + 1);
    while (*text != '}' || count) {
        if (count == MAX_FIELDS || *text != '"') return NULL;
        const char *name = text + 1;
        int key = -1;
        for (int guess = 0; guess < 2 && key < 0; guess++) {
            int candidate = guesses[guess][count];
            if (candidate < 0 || candidate >= parser->keyCount) continue;
            Key *known = &parser->keys[candidate];
            if (end - name > known->length && name[known->length] == '"'
                && memcmp(name, known->name, (size_t)known->length) == 0)
                key = candidate;
        }
        if (key >= 0) {
            text = name + parser->keys[key].length + 1;
        } else {
            Field called;
            text = read_string(text, &called);
            if (!text || called.escaped) return NULL;
            key = key_of(parser, called.text, called.length);
            if (key < 0) return NULL;
        }
        text = skip(text);
        if (*text != ':') return NULL;
        text = skip(text + 1);
        Field *field = &parser->fields[count];
        field->key = key;
        keys[count++] = key;
        if (*text == '"') {
            text = read_string(text, field);
        } else if (*text == '-' || is_digit(*text)) {
            text = read_number(parser, text, field);
        } else if (strncmp(text, "true", 4) == 0 || strncmp(text, "false", 5) == 0) {
            field->kind = 'b';
            field->integer = *text == 't';
            text += field->integer ? 4 : 5;
        } else if (strncmp(text, "null", 4) == 0) {
            field->kind = 'n';
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
    parser->latest = !parser->latest;
    *fieldCount = count;
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

/* Replaces the escapes of a text, in memory of the parser; -1 where one is none. */
static int unescape(Parser *parser, Field *field) {
    if (field->length > parser->scratchSize) {
        char *scratch = realloc(parser->scratch, (size_t)field->length);
        if (!scratch) return -1;
        parser->scratch = scratch;
        parser->scratchSize = field->length;
    }
    char *out = parser->scratch;
    const char *text = field->text, *end = text + field->length;
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
    field->text = parser->scratch;
    field->length = out - parser->scratch;
    return 0;
}

static Group *group_of(Parser *parser, int fieldCount) {
    const Field *sensor = NULL;
    int lost = 0, marker = 0;
    for (int index = 0; index < fieldCount; index++) {
        const Field *field = &parser->fields[index];
        if (field->kind == 'n') continue;
        if (field->key == parser->sensorKey) sensor = field;
        lost |= field->key == parser->lostKey;
        marker |= field->key == parser->markerKey;
    }
    if (sensor && (sensor->kind != 's' || sensor->escaped)) return NULL;
    int kind = lost ? LOSS : marker ? MARK : sensor ? SAMPLE : MOVE;
    for (int index = 0; index < parser->groupCount; index++) {
        Group *group = &parser->groups[index];
        if (group->kind == kind
            && (kind != SAMPLE
                || (group->sensorLength == sensor->length
                    && memcmp(group->sensor, sensor->text, (size_t)sensor->length) == 0)))
            return group;
    }
    if (parser->groupCount == 1024) return NULL;
    Group *groups = realloc(parser->groups, sizeof *groups * (size_t)(parser->groupCount + 1));
    if (!groups) return NULL;
    parser->groups = groups;
    Group *group = &groups[parser->groupCount];
    memset(group, 0, sizeof *group);
    group->kind = kind;
    if (kind == SAMPLE) {
        PyObject *decoded = PyUnicode_DecodeUTF8(sensor->text, sensor->length, "strict");
        if (!decoded) {
            PyErr_Clear();
            return NULL;
        }
        Py_DECREF(decoded);
        group->sensor = malloc((size_t)sensor->length + 1);
        if (!group->sensor) return NULL;
        memcpy(group->sensor, sensor->text, (size_t)sensor->length);
        group->sensorLength = sensor->length;
    }
    parser->groupCount++;
    return group;
}

static Column *column_of(Parser *parser, Group *group, int key) {
    if (group->ofKey[key]) return &group->columns[group->ofKey[key] - 1];
    Column *columns = realloc(group->columns, sizeof *columns * (size_t)(group->columnCount + 1));
    if (!columns) return NULL;
    group->columns = columns;
    Column *column = &columns[group->columnCount++];
    memset(column, 0, sizeof *column);
    column->key = key;
    column->kind = parser->keys[key].isNumber ? 'f' : 0;
    group->ofKey[key] = group->columnCount;
    return column;
}

/* Adds a value to its column; not FINE where the column is then of no single type. */
static int add(Parser *parser, Group *group, Field *field) {
    Column *column = column_of(parser, group, field->key);
    if (!column) return FAILED;
    if (column->rows > group->rows) return UNUSUAL; /* the key is there twice */
    char kind = field->kind;
    if (kind == 'i' && (field->integer > exact || field->integer < -exact)) {
        if (column->kind == 'f') return UNUSUAL;
        column->inexact = 1;
    }
    if (!column->kind) column->kind = kind;
    if (kind == 'i' && column->kind == 'f') {
        kind = 'f';
        field->number = (double)field->integer;
    }
    if (kind == 'f' && column->kind == 'i') {
        if (column->inexact) return UNUSUAL;
        for (Py_ssize_t row = 0; row < column->rows; row++) {
            int missing = column->valid && !(column->valid[row >> 3] >> (row & 7) & 1);
            column->data.numbers[row] = missing ? Py_NAN : (double)column->data.integers[row];
        }
        column->kind = 'f';
    }
    if (kind != column->kind) return UNUSUAL;
    if (pad(column, group->rows) < 0 || reserve(column, group->rows + 1) < 0) return FAILED;
    Py_ssize_t row = column->rows;
    if (kind == 'f') {
        column->data.numbers[row] = field->number;
    } else if (kind == 'i') {
        column->data.integers[row] = field->integer;
    } else if (kind == 'b') {
        column->data.booleans[row] = (uint8_t)field->integer;
    } else {
        if (field->escaped && unescape(parser, field) < 0) return UNUSUAL;
        int32_t code = code_of(column, field->text, field->length);
        if (code < 0) return code == -1 ? UNUSUAL : FAILED;
        column->data.codes[row] = code;
    }
    if (column->valid) column->valid[row >> 3] |= (uint8_t)(1 << (row & 7));
    column->rows = row + 1;
    return FINE;
}

static const char feed_doc[] = "feed(bytes, start, end) reads whole lines; how far, and how it ended.";

static PyObject *parser_feed(PyObject *self, PyObject *arguments) {
    Parser *parser = (Parser *)self;
    PyObject *bytes;
    Py_ssize_t start, stop;
    if (!PyArg_ParseTuple(arguments, "Snn", &bytes, &start, &stop)) return NULL;
    if (start < 0 || stop < start || stop > PyBytes_GET_SIZE(bytes)) {
        PyErr_SetString(PyExc_ValueError, "these lines are not in the bytes");
        return NULL;
    }
    /* The byte at `stop` is a newline, or the zero behind the bytes: no part of a record. */
    const char *base = PyBytes_AS_STRING(bytes), *text = base + start, *end = base + stop, *line = text;
    int status = FINE;
    while (status == FINE) {
        while (text < end && (*text == '\n' || *text == '\r' || *text == ' ' || *text == '\t')) text++;
        line = text;
        if (text >= end) break;
        if (*text == ']') {
            status = CLOSED;
            break;
        }
        int fieldCount = 0;
        const char *behind = *text == '{' ? read_record(parser, text, end, &fieldCount) : NULL;
        if (!behind || behind > end) {
            status = BAD_LINE;
            break;
        }
        text = skip(behind);
        if (*text == ',') text = skip(text + 1);
        if (text < end && *text != '\n' && *text != '\r' && *text != ']') {
            status = BAD_LINE;
            break;
        }
        Group *group = group_of(parser, fieldCount);
        if (!group) {
            status = UNUSUAL;
            break;
        }
        for (int index = 0; index < fieldCount && status == FINE; index++) {
            Field *field = &parser->fields[index];
            if (field->kind == 'n' || (group->kind == SAMPLE && field->key == parser->sensorKey)) continue;
            status = add(parser, group, field);
        }
        group->rows++;
        parser->records++;
    }
    if (status == FAILED) return PyErr_NoMemory();
    return Py_BuildValue("ni", (Py_ssize_t)(line - base), status);
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

static PyObject *taken(Parser *parser, Group *group, Column *column) {
    if (pad(column, group->rows) < 0) return PyErr_NoMemory();
    const Key *key = &parser->keys[column->key];
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
    return Py_BuildValue("s#CNNN", key->name, key->length, (int)column->kind, data, valid, words);
}

static const char take_doc[] = "take() gives the groups of records, with the memory of their columns.";

static PyObject *parser_take(PyObject *self, PyObject *unused) {
    Parser *parser = (Parser *)self;
    (void)unused;
    PyObject *groups = PyList_New(0);
    for (int index = 0; groups && index < parser->groupCount; index++) {
        Group *group = &parser->groups[index];
        PyObject *columns = PyList_New(0);
        for (int which = 0; columns && which < group->columnCount; which++) {
            if (!group->columns[which].rows) continue;
            PyObject *column = taken(parser, group, &group->columns[which]);
            if (!column || PyList_Append(columns, column) < 0) Py_CLEAR(columns);
            Py_XDECREF(column);
        }
        PyObject *told = columns ? Py_BuildValue("iz#nN", group->kind, group->sensor, group->sensorLength,
                                                 group->rows, columns)
                                 : NULL;
        if (!told || PyList_Append(groups, told) < 0) Py_CLEAR(groups);
        Py_XDECREF(told);
    }
    return groups;
}

static void parser_dealloc(PyObject *self) {
    Parser *parser = (Parser *)self;
    PyTypeObject *type = Py_TYPE(self);
    for (int index = 0; index < parser->groupCount; index++) {
        Group *group = &parser->groups[index];
        for (int which = 0; which < group->columnCount; which++) {
            Column *column = &group->columns[which];
            for (int32_t code = 0; code < column->count; code++) free(column->words[code].bytes);
            free(column->words);
            free(column->slots);
            free(column->valid);
            free(column->data.any);
        }
        free(group->columns);
        free(group->sensor);
    }
    for (int key = 0; key < parser->keyCount; key++) free(parser->keys[key].name);
    free(parser->groups);
    free(parser->scratch);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *parser_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *numbers;
    Py_buffer powers;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "O!y*", &PyTuple_Type, &numbers, &powers)) return NULL;
    Parser *parser = (Parser *)type->tp_alloc(type, 0);
    if (!parser) {
        PyBuffer_Release(&powers);
        return NULL;
    }
    memset(parser->guess, 0xff, sizeof parser->guess);
    int sized = powers.len == (Py_ssize_t)sizeof parser->powers;
    if (sized) memcpy(parser->powers, powers.buf, sizeof parser->powers);
    PyBuffer_Release(&powers);
    if (!sized) {
        PyErr_SetString(PyExc_ValueError, "these are not the powers of five");
        Py_DECREF(parser);
        return NULL;
    }
    parser->sensorKey = key_of(parser, "sensorType", 10);
    parser->lostKey = key_of(parser, "lost", 4);
    parser->markerKey = key_of(parser, "marker", 6);
    for (Py_ssize_t index = 0; index < PyTuple_GET_SIZE(numbers); index++) {
        Py_ssize_t length;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(numbers, index), &length);
        int key = name ? key_of(parser, name, length) : -1;
        if (key >= 0) parser->keys[key].isNumber = 1;
        if (!name) PyErr_Clear();
    }
    return (PyObject *)parser;
}

static PyMethodDef parser_methods[] = {
    {"feed", parser_feed, METH_VARARGS, feed_doc}, {"take", parser_take, METH_NOARGS, take_doc}, {NULL, NULL, 0, NULL}};
static PyType_Slot parser_slots[] = {
    {Py_tp_new, parser_new}, {Py_tp_dealloc, parser_dealloc}, {Py_tp_methods, parser_methods}, {0, NULL}};
static PyType_Spec parser_spec = {"footfall._fast.Parser", sizeof(Parser), 0, Py_TPFLAGS_DEFAULT, parser_slots};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "footfall._fast",
                                    "The quick way to read sample files.", -1, NULL, NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__fast(void) {
    PyObject *made = PyModule_Create(&module);
    if (!made) return NULL;
    memory_type = (PyTypeObject *)PyType_FromSpec(&memory_spec);
    PyObject *parser = PyType_FromSpec(&parser_spec);
    if (!memory_type || !parser || PyModule_AddObject(made, "Parser", parser) < 0) {
        Py_XDECREF(parser);
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
