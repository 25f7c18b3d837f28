// The Swift binding of libmosquitto, and TLS beneath it: from memory, for a process that opens no files; checks the
// broker's name although its numeric address is called; reports exactly what is wrong with a certificate.
#ifndef FOOTFALL_CMOSQUITTO_H
#define FOOTFALL_CMOSQUITTO_H

#if !__has_include(<mosquitto.h>)
#error "The header mosquitto.h is missing. In Debian it is in the package libmosquitto-dev: run `make install-packages`."
#endif
#if !__has_include(<openssl/ssl.h>)
#error "The header openssl/ssl.h is missing. In Debian it is in the package libssl-dev: run `make install-packages`."
#endif

#include <mosquitto.h>
#include <stdint.h>

/// Loads libmosquitto and OpenSSL, which are otherwise loaded by the first calls: for a process that then gives up the
/// files that loading needs.
void footfall_mosquitto_load(void);

/// What is wrong with a broker's certificate.
enum footfall_certificate_fault {
    FOOTFALL_CERTIFICATE_GOOD,
    FOOTFALL_CERTIFICATE_UNKNOWN_AUTHORITY,
    FOOTFALL_CERTIFICATE_OTHER_NAME,
    FOOTFALL_CERTIFICATE_EXPIRED,
    FOOTFALL_CERTIFICATE_NOT_YET_VALID,
    FOOTFALL_CERTIFICATE_OTHER,
};

enum { FOOTFALL_TLS_TEXT = 256 };

/// The result of a handshake; texts end with a zero byte, and contain whatever the broker sent.
struct footfall_tls_outcome {
    enum footfall_certificate_fault fault;
    /// The names in the broker's own certificate, and its issuer.
    char subject[FOOTFALL_TLS_TEXT], issuer[FOOTFALL_TLS_TEXT];
    /// The dates between which the refused certificate, which may be another one of the chain, is valid.
    char start[32], end[32];
    /// OpenSSL's text for the fault.
    char reason[FOOTFALL_TLS_TEXT];
    /// The alert by which the broker refused something; empty if none.
    char alert[FOOTFALL_TLS_TEXT];
    /// 1 once both sides have agreed on TLS.
    int is_agreed;
};

/// The TLS settings for one host.
struct footfall_tls;

/// The certificates and key to use, as PEM; NULL for each that is missing. Without authorities, the system's are used.
struct footfall_tls_proofs {
    const uint8_t *authorities, *certificate, *key;
    int64_t authorities_length, certificate_length, key_length;
};

/// Which of the proofs cannot be used.
enum footfall_tls_problem {
    FOOTFALL_TLS_READY,
    FOOTFALL_TLS_NO_ROOM,
    FOOTFALL_TLS_BAD_AUTHORITIES,
    FOOTFALL_TLS_BAD_CERTIFICATE,
    FOOTFALL_TLS_BAD_KEY,
    FOOTFALL_TLS_OTHER_KEY,
};

/// Makes the TLS settings for a host, which must prove that name or address. Reads the system's authorities, unless
/// others are given.
enum footfall_tls_problem footfall_tls_make(
    struct footfall_tls **made, const char *host, struct footfall_tls_proofs proofs);

/// Makes a client use the settings; 0, or an error number of libmosquitto. The settings must outlive the client.
int footfall_tls_use(struct footfall_tls *tls, struct mosquitto *client);

/// The result of the last handshake; the pointer is valid as long as `tls`.
const struct footfall_tls_outcome *footfall_tls_outcome(struct footfall_tls *tls);

/// Whether a client has received bytes that poll(2) does not report.
int footfall_tls_holds_bytes(struct mosquitto *client);

/// Frees the settings.
void footfall_tls_free(struct footfall_tls *tls);

/// Connects to a broker; on failure `error` is the system's error number, or 0 if TLS failed.
int footfall_broker_connect(struct mosquitto *client, const char *numbers, int port, int keep_alive, int *error);

#endif
