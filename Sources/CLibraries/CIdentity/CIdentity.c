// Makes and reads keys and certificates by GnuTLS, which the server also uses for TLS.
#include "CIdentity.h"

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>
#include <time.h>

// How many certificates of a file are read: no chain is this long.
enum { most_certificates = 16 };

// Reads the first certificate of a file, whatever follows it.
static int read_first(const char *pem, int64_t length, gnutls_x509_crt_t *first) {
    gnutls_datum_t data = {(unsigned char *)pem, (unsigned)length};
    gnutls_x509_crt_t all[most_certificates];
    unsigned count = most_certificates;
    int problem = gnutls_x509_crt_list_import(all, &count, &data, GNUTLS_X509_FMT_PEM, 0);
    if (problem < 0) return problem;
    if (count == 0) return GNUTLS_E_NO_CERTIFICATE_FOUND;
    for (unsigned place = 1; place < count; place++) gnutls_x509_crt_deinit(all[place]);
    *first = all[0];
    return 0;
}

static int name_it(gnutls_x509_crt_t certificate, const char *names) {
    int problem = gnutls_x509_crt_set_dn_by_oid(certificate, GNUTLS_OID_X520_COMMON_NAME, 0, names, (unsigned)strlen(names));
    for (const char *name = names; *name && problem == 0; name += strlen(name) + 1)
        problem = gnutls_x509_crt_set_subject_alt_name(
            certificate, GNUTLS_SAN_DNSNAME, name, (unsigned)strlen(name), name == names ? GNUTLS_FSAN_SET : GNUTLS_FSAN_APPEND);
    return problem;
}

static int sign_it(gnutls_x509_crt_t certificate, gnutls_x509_privkey_t key, int64_t not_before, int64_t not_after) {
    unsigned char number[16];
    int problem = gnutls_rnd(GNUTLS_RND_NONCE, number, sizeof number);
    number[0] &= 0x7F;
    if (!problem) problem = gnutls_x509_crt_set_serial(certificate, number, sizeof number);
    if (!problem) problem = gnutls_x509_crt_set_version(certificate, 3);
    if (!problem) problem = gnutls_x509_crt_set_activation_time(certificate, (time_t)not_before);
    if (!problem) problem = gnutls_x509_crt_set_expiration_time(certificate, (time_t)not_after);
    if (!problem) problem = gnutls_x509_crt_set_basic_constraints(certificate, 0, -1);
    if (!problem) problem = gnutls_x509_crt_set_key_usage(certificate, GNUTLS_KEY_DIGITAL_SIGNATURE);
    if (!problem) problem = gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
    if (!problem) problem = gnutls_x509_crt_set_key(certificate, key);
    if (!problem) problem = gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0);
    return problem;
}

int footfall_make_identity(
    const char *names, int64_t not_before, int64_t not_after, char *certificate, int64_t certificate_room, char *key,
    int64_t key_room) {
    gnutls_x509_privkey_t made_key = NULL;
    gnutls_x509_crt_t made = NULL;
    size_t certificate_size = (size_t)certificate_room - 1, key_size = (size_t)key_room - 1;
    int problem = gnutls_x509_privkey_init(&made_key);
    if (!problem) problem = gnutls_x509_crt_init(&made);
    if (!problem)
        problem = gnutls_x509_privkey_generate(
            made_key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
    if (!problem) problem = name_it(made, names);
    if (!problem) problem = sign_it(made, made_key, not_before, not_after);
    if (!problem) problem = gnutls_x509_crt_export(made, GNUTLS_X509_FMT_PEM, certificate, &certificate_size);
    if (!problem) problem = gnutls_x509_privkey_export_pkcs8(made_key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, key, &key_size);
    if (!problem) certificate[certificate_size] = key[key_size] = 0;
    if (made) gnutls_x509_crt_deinit(made);
    if (made_key) gnutls_x509_privkey_deinit(made_key);
    return problem;
}

int footfall_read_certificate(const char *certificate, int64_t length, uint8_t fingerprint[32], int64_t *not_after) {
    gnutls_x509_crt_t first = NULL;
    int problem = read_first(certificate, length, &first);
    if (problem) return problem;
    size_t size = 32;
    problem = gnutls_x509_crt_get_fingerprint(first, GNUTLS_DIG_SHA256, fingerprint, &size);
    *not_after = (int64_t)gnutls_x509_crt_get_expiration_time(first);
    gnutls_x509_crt_deinit(first);
    return problem;
}

int64_t footfall_certificate_names(const char *certificate, int64_t length, char *names, int64_t room) {
    gnutls_x509_crt_t first = NULL;
    int problem = read_first(certificate, length, &first);
    if (problem) return problem;
    int64_t used = 0;
    for (unsigned place = 0; place < 256 && used < room - 1; place++) {
        size_t size = (size_t)(room - used - 1);
        unsigned kind = 0;
        problem = gnutls_x509_crt_get_subject_alt_name2(first, place, names + used, &size, &kind, NULL);
        if (problem == GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE) break;
        // Skips names too long for a host, and names that contain a zero byte.
        if (problem < 0 || kind != GNUTLS_SAN_DNSNAME || memchr(names + used, 0, size)) continue;
        used += (int64_t)size;
        names[used++] = 0;
    }
    if (used == 0) {
        size_t size = (size_t)room - 1;
        problem = gnutls_x509_crt_get_dn_by_oid(first, GNUTLS_OID_X520_COMMON_NAME, 0, 0, names, &size);
        if (problem == 0 && !memchr(names, 0, size)) {
            used = (int64_t)size;
            names[used++] = 0;
        }
    }
    gnutls_x509_crt_deinit(first);
    return used;
}

int footfall_keys_match(
    const char *certificate, int64_t certificate_length, const char *key, int64_t key_length, int *match) {
    gnutls_x509_crt_t first = NULL;
    gnutls_x509_privkey_t own = NULL;
    int problem = read_first(certificate, certificate_length, &first);
    if (problem) return problem;
    gnutls_datum_t data = {(unsigned char *)key, (unsigned)key_length};
    problem = gnutls_x509_privkey_init(&own);
    if (!problem) problem = gnutls_x509_privkey_import2(own, &data, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN);
    unsigned char one[64], other[64];
    size_t one_size = sizeof one, other_size = sizeof other;
    if (!problem) problem = gnutls_x509_crt_get_key_id(first, GNUTLS_KEYID_USE_SHA256, one, &one_size);
    if (!problem) problem = gnutls_x509_privkey_get_key_id(own, GNUTLS_KEYID_USE_SHA256, other, &other_size);
    if (!problem) *match = one_size == other_size && memcmp(one, other, one_size) == 0;
    if (own) gnutls_x509_privkey_deinit(own);
    gnutls_x509_crt_deinit(first);
    return problem;
}

const char *footfall_identity_problem(int number) { return gnutls_strerror(number); }
