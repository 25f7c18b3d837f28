/* Memory that NumPy and Arrow take over as it is, so that no value of a column is copied. */
#ifndef FOOTFALL_MEMORY_H
#define FOOTFALL_MEMORY_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdlib.h>

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

/* An object with the buffer protocol that frees `bytes` in its end; NULL where there is no memory, and `bytes` is
 * still the caller's. */
static PyObject *memory_taking(void *bytes, Py_ssize_t size) {
    Memory *memory = PyObject_New(Memory, memory_type);
    if (!memory) return NULL;
    void *fitted = size ? realloc(bytes, (size_t)size) : bytes;
    memory->bytes = fitted ? fitted : bytes;
    memory->size = size;
    return (PyObject *)memory;
}

/* Makes the type; -1 and an exception where that fails. */
static int memory_ready(void) {
    if (!memory_type) memory_type = (PyTypeObject *)PyType_FromSpec(&memory_spec);
    return memory_type ? 0 : -1;
}

#endif
