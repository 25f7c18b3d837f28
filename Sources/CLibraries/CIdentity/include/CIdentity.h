// What a server proves with whom one has come to: a key, a certificate for it, and the certificate's fingerprint.
#ifndef FOOTFALL_CIDENTITY_H
#define FOOTFALL_CIDENTITY_H

#include <stdint.h>

/// Makes a key and a certificate that it has signed itself, both as PEM, which end with a zero byte.
///
/// `names` are the server's, each with a zero byte behind it, and another one behind the last. 0, or a number of
/// GnuTLS's.
int footfall_make_identity(
    const char *names, int64_t not_before, int64_t not_after, char *certificate, int64_t certificate_room, char *key,
    int64_t key_room);

/// The fingerprint of the first certificate of a PEM, SHA-256 in 32 bytes, and until when it holds in seconds since
/// 1970. 0, or a number of GnuTLS's.
int footfall_read_certificate(const char *certificate, int64_t length, uint8_t fingerprint[32], int64_t *not_after);

/// Whether a key is the one of the first certificate of a PEM. 0, or a number of GnuTLS's.
int footfall_keys_match(
    const char *certificate, int64_t certificate_length, const char *key, int64_t key_length, int *match);

/// Writes the names of hosts that the first certificate of a PEM is for, a zero byte behind each: those of its
/// subjectAltName, and its common name only where it has none there. How many bytes are written, or a number of
/// GnuTLS's.
int64_t footfall_certificate_names(const char *certificate, int64_t length, char *names, int64_t room);

/// What a number of GnuTLS's means.
const char *footfall_identity_problem(int number);

#endif
