// libmosquitto as Swift sees it, and TLS as it is used beneath: from memory, for a process that opens no file, with
// the broker's name proved although its number is called, and with what is wrong with a certificate told whole.
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

/// Loads libmosquitto and OpenSSL, which are otherwise loaded by the first calls: for who gives up the files that this
/// takes.
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

/// What a handshake came to; texts end with a zero byte, and are whatever the broker sent.
struct footfall_tls_outcome {
    enum footfall_certificate_fault fault;
    /// For whom the certificate is, and who has signed it.
    char subject[FOOTFALL_TLS_TEXT], issuer[FOOTFALL_TLS_TEXT];
    /// From when and until when it holds, as a date.
    char start[32], end[32];
    /// What OpenSSL calls the fault.
    char reason[FOOTFALL_TLS_TEXT];
    /// What the broker has refused by an alert; empty if nothing.
    char alert[FOOTFALL_TLS_TEXT];
};

/// A way to talk by TLS to one host.
struct footfall_tls;

/// What is proved, as PEM; a null pointer for what there is none of. Authorities are then those of the system.
struct footfall_tls_proofs {
    const uint8_t *authorities, *certificate, *key;
    int64_t authorities_length, certificate_length, key_length;
};

/// What cannot be used of what is proved.
enum footfall_tls_problem {
    FOOTFALL_TLS_READY,
    FOOTFALL_TLS_NO_ROOM,
    FOOTFALL_TLS_BAD_AUTHORITIES,
    FOOTFALL_TLS_BAD_CERTIFICATE,
    FOOTFALL_TLS_BAD_KEY,
    FOOTFALL_TLS_OTHER_KEY,
};

/// Makes a way to talk to a host, which has to prove that name or those numbers. Reads the system's authorities.
enum footfall_tls_problem footfall_tls_make(
    struct footfall_tls **made, const char *host, struct footfall_tls_proofs proofs);

/// Has a client talk that way; 0, or a number of libmosquitto's. What was made has to outlive the client.
int footfall_tls_use(struct footfall_tls *tls, struct mosquitto *client);

/// What the last handshake has come to; the pointer is good as long as what was made is.
const struct footfall_tls_outcome *footfall_tls_outcome(struct footfall_tls *tls);

/// Whether a client has bytes that have come and that no poll will tell of.
int footfall_tls_holds_bytes(struct mosquitto *client);

/// Forgets it.
void footfall_tls_free(struct footfall_tls *tls);

/// Calls a broker; where the system has refused, `error` is its reason, and 0 where TLS has.
int footfall_broker_connect(struct mosquitto *client, const char *numbers, int port, int keep_alive, int *error);

#endif
