// TLS for an MQTT client in a process that can open no more files. libmosquitto's own TLS settings do not suffice: they
// name files, check the certificate against the address called (here a number), and report a refused certificate
// without a reason.
#include "CMosquitto.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct footfall_tls {
    SSL_CTX *context;
    char *host;
    int host_is_numbers;
    struct footfall_tls_outcome outcome;
};

// Where Debian and most other distributions keep the system's certificate authorities.
static const char *const system_authorities[] = {
    "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
};

static struct footfall_tls *of_ssl(const SSL *ssl) { return SSL_CTX_get_app_data(SSL_get_SSL_CTX(ssl)); }

// MARK: Reporting

static void copy_date(char *text, size_t room, const ASN1_TIME *time) {
    struct tm date;
    text[0] = 0;
    if (time && ASN1_TIME_to_tm(time, &date) == 1) strftime(text, room, "%Y-%m-%d %H:%M UTC", &date);
}

static void copy_name(char *text, int room, const X509_NAME *name) {
    text[0] = 0;
    if (!name) return;
    if (X509_NAME_get_text_by_NID((X509_NAME *)name, NID_commonName, text, room) > 0) return;
    X509_NAME_oneline(name, text, room);
}

// Copies the certificate's host names and IPv4 addresses, or its common name if it has none.
static void copy_subject(char *text, size_t room, X509 *certificate) {
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    size_t length = 0;
    text[0] = 0;
    for (int index = 0; names && index < sk_GENERAL_NAME_num(names); index++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
        char one[128] = "";
        if (name->type == GEN_DNS) {
            const ASN1_IA5STRING *host = name->d.dNSName;
            snprintf(one, sizeof one, "%.*s", ASN1_STRING_length(host), (const char *)ASN1_STRING_get0_data(host));
        } else if (name->type == GEN_IPADD && ASN1_STRING_length(name->d.iPAddress) == 4) {
            const unsigned char *byte = ASN1_STRING_get0_data(name->d.iPAddress);
            snprintf(one, sizeof one, "%d.%d.%d.%d", byte[0], byte[1], byte[2], byte[3]);
        } else {
            continue;
        }
        int added = snprintf(text + length, room - length, "%s%s", length ? ", " : "", one);
        if (added < 0 || (size_t)added >= room - length) break;
        length += (size_t)added;
    }
    GENERAL_NAMES_free(names);
    if (!text[0]) copy_name(text, (int)room, X509_get_subject_name(certificate));
}

static enum footfall_certificate_fault fault_of(int error) {
    switch (error) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return FOOTFALL_CERTIFICATE_OTHER_NAME;
    case X509_V_ERR_CERT_HAS_EXPIRED: return FOOTFALL_CERTIFICATE_EXPIRED;
    case X509_V_ERR_CERT_NOT_YET_VALID: return FOOTFALL_CERTIFICATE_NOT_YET_VALID;
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
    case X509_V_ERR_CERT_UNTRUSTED: return FOOTFALL_CERTIFICATE_UNKNOWN_AUTHORITY;
    default: return FOOTFALL_CERTIFICATE_OTHER;
    }
}

// OpenSSL calls it for each certificate of a chain; only the first refusal is reported, with the broker's own
// certificate.
static int look(int is_good, X509_STORE_CTX *store) {
    if (is_good) return 1;
    const SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    struct footfall_tls *tls = ssl ? of_ssl(ssl) : NULL;
    X509 *refused = X509_STORE_CTX_get_current_cert(store), *own = X509_STORE_CTX_get0_cert(store);
    if (!tls || tls->outcome.fault != FOOTFALL_CERTIFICATE_GOOD) return 0;
    struct footfall_tls_outcome *outcome = &tls->outcome;
    int error = X509_STORE_CTX_get_error(store);
    outcome->fault = fault_of(error);
    snprintf(outcome->reason, sizeof outcome->reason, "%s", X509_verify_cert_error_string(error));
    if (own) {
        copy_subject(outcome->subject, sizeof outcome->subject, own);
        copy_name(outcome->issuer, sizeof outcome->issuer, X509_get_issuer_name(own));
    }
    if (refused) {
        copy_date(outcome->start, sizeof outcome->start, X509_get0_notBefore(refused));
        copy_date(outcome->end, sizeof outcome->end, X509_get0_notAfter(refused));
    }
    return 0;
}

static void inform(const SSL *ssl, int where, int value) {
    struct footfall_tls *tls = of_ssl(ssl);
    if (!tls) return;
    if (where & SSL_CB_HANDSHAKE_START) {
        // libmosquitto has set the numeric address here; a broker with several names needs its name instead (SNI). Only
        // the callback's type forbids changing the connection: nothing has been sent yet.
        char *name = tls->host_is_numbers ? NULL : tls->host;
        SSL_set_tlsext_host_name((SSL *)ssl, name);
    }
    if (where & SSL_CB_HANDSHAKE_DONE) tls->outcome.is_agreed = 1;
    if ((where & SSL_CB_READ_ALERT) == SSL_CB_READ_ALERT && value >> 8 == SSL3_AL_FATAL) {
        // OpenSSL has no text for TLS 1.3's alert that a certificate is missing.
        const char *words = (value & 0xFF) == TLS13_AD_CERTIFICATE_REQUIRED ? "certificate required"
                                                                            : SSL_alert_desc_string_long(value);
        snprintf(tls->outcome.alert, sizeof tls->outcome.alert, "%s", words);
    }
}

// MARK: Certificates

// Refuses keys with a password: there is nobody to ask for it.
static int no_password(char *text, int room, int is_writing, void *context) {
    (void)text, (void)room, (void)is_writing, (void)context;
    return -1;
}

static BIO *reader(const uint8_t *bytes, int64_t length) {
    return bytes && length > 0 && length <= INT_MAX ? BIO_new_mem_buf(bytes, (int)length) : NULL;
}

/// Adds every certificate of a PEM; returns how many.
static int add_authorities(SSL_CTX *context, BIO *text) {
    int count = 0;
    X509 *one;
    while ((one = PEM_read_bio_X509_AUX(text, NULL, no_password, NULL))) {
        count += X509_STORE_add_cert(SSL_CTX_get_cert_store(context), one) == 1;
        X509_free(one);
    }
    ERR_clear_error();
    return count;
}

static enum footfall_tls_problem use_authorities(SSL_CTX *context, struct footfall_tls_proofs proofs) {
    if (proofs.authorities) {
        BIO *text = reader(proofs.authorities, proofs.authorities_length);
        int count = text ? add_authorities(context, text) : 0;
        BIO_free(text);
        return count ? FOOTFALL_TLS_READY : FOOTFALL_TLS_BAD_AUTHORITIES;
    }
    for (size_t place = 0; place < sizeof system_authorities / sizeof *system_authorities; place++) {
        if (SSL_CTX_load_verify_file(context, system_authorities[place]) == 1) break;
    }
    // Without any, every certificate is refused because its authority is unknown.
    ERR_clear_error();
    return FOOTFALL_TLS_READY;
}

static enum footfall_tls_problem use_certificate(SSL_CTX *context, struct footfall_tls_proofs proofs) {
    if (!proofs.certificate || !proofs.key) return FOOTFALL_TLS_READY;
    BIO *text = reader(proofs.certificate, proofs.certificate_length);
    X509 *own = text ? PEM_read_bio_X509_AUX(text, NULL, no_password, NULL) : NULL;
    int is_used = own && SSL_CTX_use_certificate(context, own) == 1;
    X509_free(own);
    X509 *next;
    while (is_used && (next = PEM_read_bio_X509(text, NULL, no_password, NULL))) {
        // The context owns a certificate that it accepts.
        if (SSL_CTX_add0_chain_cert(context, next) != 1) X509_free(next);
    }
    BIO_free(text);
    ERR_clear_error();
    if (!is_used) return FOOTFALL_TLS_BAD_CERTIFICATE;
    BIO *secret = reader(proofs.key, proofs.key_length);
    EVP_PKEY *key = secret ? PEM_read_bio_PrivateKey(secret, NULL, no_password, NULL) : NULL;
    BIO_free(secret);
    if (!key) return FOOTFALL_TLS_BAD_KEY;
    int fits = SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1;
    EVP_PKEY_free(key);
    ERR_clear_error();
    return fits ? FOOTFALL_TLS_READY : FOOTFALL_TLS_OTHER_KEY;
}

enum footfall_tls_problem footfall_tls_make(
    struct footfall_tls **made, const char *host, struct footfall_tls_proofs proofs) {
    struct footfall_tls *tls = calloc(1, sizeof *tls);
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    char *name = strdup(host);
    *made = NULL;
    if (!tls || !context || !name) {
        SSL_CTX_free(context);
        free(name);
        free(tls);
        return FOOTFALL_TLS_NO_ROOM;
    }
    tls->context = context;
    tls->host = name;
    SSL_CTX_set_app_data(context, tls);
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_mode(context, SSL_MODE_AUTO_RETRY | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, look);
    SSL_CTX_set_info_callback(context, inform);
    X509_VERIFY_PARAM *rules = SSL_CTX_get0_param(context);
    // Accepts the broker's own certificate in place of its authority's.
    X509_VERIFY_PARAM_set_flags(rules, X509_V_FLAG_PARTIAL_CHAIN);
    X509_VERIFY_PARAM_set_hostflags(rules, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    tls->host_is_numbers = X509_VERIFY_PARAM_set1_ip_asc(rules, host) == 1;
    ERR_clear_error();
    enum footfall_tls_problem problem = FOOTFALL_TLS_READY;
    if (!tls->host_is_numbers && X509_VERIFY_PARAM_set1_host(rules, host, 0) != 1) problem = FOOTFALL_TLS_NO_ROOM;
    if (!problem) problem = use_authorities(context, proofs);
    if (!problem) problem = use_certificate(context, proofs);
    if (problem) {
        footfall_tls_free(tls);
        return problem;
    }
    *made = tls;
    return FOOTFALL_TLS_READY;
}

int footfall_tls_use(struct footfall_tls *tls, struct mosquitto *client) {
    int problem = mosquitto_void_option(client, MOSQ_OPT_SSL_CTX, tls->context);
    return problem ? problem : mosquitto_int_option(client, MOSQ_OPT_SSL_CTX_WITH_DEFAULTS, 0);
}

const struct footfall_tls_outcome *footfall_tls_outcome(struct footfall_tls *tls) { return &tls->outcome; }

int footfall_tls_holds_bytes(struct mosquitto *client) {
    SSL *ssl = mosquitto_ssl_get(client);
    return ssl && SSL_pending(ssl) > 0;
}

void footfall_tls_free(struct footfall_tls *tls) {
    if (!tls) return;
    SSL_CTX_free(tls->context);
    free(tls->host);
    free(tls);
}

int footfall_broker_connect(struct mosquitto *client, const char *numbers, int port, int keep_alive, int *error) {
    int number = mosquitto_connect(client, numbers, port, keep_alive);
    // EPROTO stands for an error of OpenSSL, which has no error number of the system.
    *error = errno == EPROTO ? 0 : errno;
    return number;
}
