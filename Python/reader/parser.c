/* The module `footfall._fast`: a parser that is fed with blocks of lines, and gives the groups of records as columns.
 * It is quick for files as Footfall writes them. Any other line stops it, and `_general.py` reads the file; both give
 * the same columns. The headers beside it are included here alone: compiled as one, a value costs no calls, which is
 * a tenth of the time. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "memory.h"
#include "records.h"

enum { SAMPLE = 0, LOSS = 1, MARK = 2, MOVE = 3, MAX_GROUPS = 1024 };

typedef struct {
    int kind;
    char *sensor;
    Py_ssize_t sensorLength, rows;
    Column *columns;
    int columnCount;
    int ofKey[MAX_KEYS]; /* index of the column plus one */
} Group;

typedef struct {
    PyObject_HEAD
    Records records;
    int sensorKey, lostKey, markerKey;
    Group *groups;
    int groupCount;
    Scratch scratch;
} Parser;

/* True if the record has the key of a value once more. */
static int is_twice(const Records *records, const Value *value) {
    int found = 0;
    for (int index = 0; index < records->count; index++) found += records->values[index].key == value->key;
    return found > 1;
}

/* The group of the record that was read; NULL where the general reader has to read it. A key that is twice in it is
 * found here if one of its values makes no row of a column: null, or the sensor's name. `column_add` finds the rest. */
static Group *group_of(Parser *parser) {
    const Value *sensor = NULL;
    int lost = 0, marker = 0;
    for (int index = 0; index < parser->records.count; index++) {
        const Value *value = &parser->records.values[index];
        if (value->kind == 'n') {
            if (is_twice(&parser->records, value)) return NULL;
            continue;
        }
        if (value->key == parser->sensorKey) {
            if (sensor) return NULL;
            sensor = value;
        }
        lost |= value->key == parser->lostKey;
        marker |= value->key == parser->markerKey;
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
    if (parser->groupCount == MAX_GROUPS) return NULL;
    Group *groups = realloc(parser->groups, sizeof *groups * (size_t)(parser->groupCount + 1));
    if (!groups) return NULL;
    parser->groups = groups;
    Group *group = &groups[parser->groupCount];
    memset(group, 0, sizeof *group);
    group->kind = kind;
    if (kind == SAMPLE) {
        if (!is_utf8(sensor->text, sensor->length)) return NULL;
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
    column->kind = parser->records.keys[key].isNumber ? 'f' : 0;
    group->ofKey[key] = group->columnCount;
    return column;
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
    /* A record is not read beyond `stop`: a newline is before it, or the zero behind the bytes is at it. */
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
        const char *behind = *text == '{' ? read_record(&parser->records, text, end) : NULL;
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
        Group *group = group_of(parser);
        if (!group) {
            status = UNUSUAL;
            break;
        }
        for (int index = 0; index < parser->records.count && status == FINE; index++) {
            Value *value = &parser->records.values[index];
            if (value->kind == 'n' || (group->kind == SAMPLE && value->key == parser->sensorKey)) continue;
            Column *column = column_of(parser, group, value->key);
            status = column ? column_add(column, group->rows, value, &parser->scratch) : FAILED;
        }
        group->rows++;
    }
    if (status == FAILED) return PyErr_NoMemory();
    return Py_BuildValue("ni", (Py_ssize_t)(line - base), status);
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
            Column *found = &group->columns[which];
            const Key *key = &parser->records.keys[found->key];
            PyObject *column = column_taken(found, group->rows, key->name, key->length);
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
        for (int which = 0; which < group->columnCount; which++) column_free(&group->columns[which]);
        free(group->columns);
        free(group->sensor);
    }
    for (int key = 0; key < parser->records.keyCount; key++) free(parser->records.keys[key].name);
    free(parser->groups);
    free(parser->scratch.bytes);
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
    Records *records = &parser->records;
    memset(records->guess, 0xff, sizeof records->guess);
    int sized = powers.len == (Py_ssize_t)sizeof records->powers;
    if (sized) memcpy(records->powers, powers.buf, sizeof records->powers);
    PyBuffer_Release(&powers);
    if (!sized) {
        PyErr_SetString(PyExc_ValueError, "these are not the powers of five");
        Py_DECREF(parser);
        return NULL;
    }
    parser->sensorKey = key_of(records, "sensorType", 10);
    parser->lostKey = key_of(records, "lost", 4);
    parser->markerKey = key_of(records, "marker", 6);
    for (Py_ssize_t index = 0; index < PyTuple_GET_SIZE(numbers); index++) {
        Py_ssize_t length;
        const char *name = PyUnicode_AsUTF8AndSize(PyTuple_GET_ITEM(numbers, index), &length);
        int key = name ? key_of(records, name, length) : -1;
        if (key >= 0) records->keys[key].isNumber = 1;
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
    PyObject *parser = memory_ready() < 0 ? NULL : PyType_FromSpec(&parser_spec);
    if (!parser || PyModule_AddObject(made, "Parser", parser) < 0) {
        Py_XDECREF(parser);
        Py_DECREF(made);
        return NULL;
    }
    return made;
}
