/* Numbers of JSON, rounded to the nearest double whatever the locale is. */
#ifndef FOOTFALL_NUMBERS_H
#define FOOTFALL_NUMBERS_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

/* 128 bits of each power of five from -342 to 309, as `_json.powers_of_five` makes them. */
enum { POWERS_OF_FIVE = 2 * 652 };

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
static double exactly(const uint64_t *powers, uint64_t mantissa, int64_t power, const char *start, const char *end) {
    if (mantissa <= (uint64_t)exact && power >= -22 && power <= 22)
        return power < 0 ? (double)mantissa / tens[-power] : (double)mantissa * tens[power];
    if (mantissa == 0) return 0;
    if (power < -300 || power > 300) return by_python(start, end);
    const uint64_t *five = powers + 2 * (power + 342);
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

/* Reads a number. Returns where it ends, or NULL if it is none, or one that the quick reader leaves to the general
 * one. */
static const char *read_number(const uint64_t *powers, const char *text, Value *value) {
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
            value->kind = 'f';
            value->number = -0.0;
            return text;
        }
        value->kind = 'i';
        value->integer = negative ? -(int64_t)mantissa : (int64_t)mantissa;
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
    double found = count > 19 ? by_python(negative ? start + 1 : start, text)
                              : exactly(powers, mantissa, power, negative ? start + 1 : start, text);
    if (!isfinite(found)) return NULL;
    value->kind = 'f';
    value->number = negative ? -found : found;
    return text;
}

#endif
