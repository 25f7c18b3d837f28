// A server's identity: a key, a certificate for it, and the certificate's fingerprint.
#ifndef FOOTFALL_CIDENTITY_H
#define FOOTFALL_CIDENTITY_H

#include <stdint.h>

/// Makes a key and a self-signed certificate, both as PEM, ended by a zero byte.
///
/// `names` are the server's names, each followed by a zero byte, and the last by two. Returns 0, or an error number of
/// GnuTLS.
int footfall_make_identity(
    const char *names, int64_t not_before, int64_t not_after, char *certificate, int64_t certificate_room, char *key,
    int64_t key_room);

/// Reads the SHA-256 fingerprint of the first certificate of a PEM, and when it expires, in seconds since 1970. Returns
/// 0, or an error number of GnuTLS.
int footfall_read_certificate(const char *certificate, int64_t length, uint8_t fingerprint[32], int64_t *not_after);

/// Sets `match` to whether a key belongs to the first certificate of a PEM. Returns 0, or an error number of GnuTLS,
/// and then `match` is not set.
int footfall_keys_match(
    const char *certificate, int64_t certificate_length, const char *key, int64_t key_length, int *match);

/// Writes the host names of the first certificate of a PEM, each followed by a zero byte: those of its subjectAltName,
/// or its common name if it has none there. Returns the number of bytes written, or an error number of GnuTLS.
int64_t footfall_certificate_names(const char *certificate, int64_t length, char *names, int64_t room);

/// The text of an error number of GnuTLS.
const char *footfall_identity_problem(int number);

#endif
