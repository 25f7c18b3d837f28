// The Swift binding of libmicrohttpd, with wrappers of its few variadic functions.
#ifndef FOOTFALL_CMICROHTTPD_H
#define FOOTFALL_CMICROHTTPD_H

#if !__has_include(<microhttpd.h>)
#error "The header microhttpd.h is missing. In Debian it is in the package libmicrohttpd-dev: run `make install-packages`."
#endif

#include <arpa/inet.h>
#include <microhttpd.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

/// Loads libmicrohttpd and its TLS library, which are otherwise loaded by the first call: for a process that then gives
/// up the files and addresses that loading needs.
void footfall_http_load(void);

/// The callbacks of a daemon, each called with the context that it was started with.
struct footfall_http_calls {
    void *context;
    MHD_AccessHandlerCallback handle;
    MHD_NotifyConnectionCallback connection;
    MHD_RequestCompletedCallback completed;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
};

/// The limits of a daemon.
struct footfall_http_limits {
    unsigned connections, connections_of_one, seconds_of_silence;
    size_t head_bytes;
};

/// Leaves percent escapes unchanged: the parent decides what they mean.
static inline size_t footfall_http_unescape_nothing(void *context, struct MHD_Connection *connection, char *text) {
    (void)context, (void)connection;
    return strlen(text);
}

/// Starts a daemon, without a thread of its own, on a listening socket; with a certificate and key it uses TLS. Returns
/// NULL on failure.
static inline struct MHD_Daemon *footfall_http_start(
    int socket, struct footfall_http_limits limits, const char *certificate, const char *key,
    struct footfall_http_calls calls) {
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (certificate ? MHD_USE_TLS : 0);
    struct MHD_OptionItem identity[] = {
        {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
        {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
        {MHD_OPTION_END, 0, NULL},
    };
    struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
    return MHD_start_daemon(
        flags, 0, NULL, NULL, calls.handle, calls.context,
        MHD_OPTION_LISTEN_SOCKET, socket,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, limits.connections_of_one,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.seconds_of_silence,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.head_bytes,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, footfall_http_unescape_nothing, NULL,
        MHD_OPTION_NOTIFY_CONNECTION, calls.connection, calls.context,
        MHD_OPTION_NOTIFY_COMPLETED, calls.completed, calls.context,
        MHD_OPTION_URI_LOG_CALLBACK, calls.target, calls.context,
        MHD_OPTION_ARRAY, certificate ? identity : none,
        MHD_OPTION_END);
}

/// The descriptor that becomes readable when the daemon has work; -1 if there is none.
static inline int footfall_http_descriptor(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/// Shuts a connection down; the daemon notices at its next look.
static inline void footfall_http_cut(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info && info->connect_fd >= 0) shutdown(info->connect_fd, SHUT_RDWR);
}

/// Whether the client of a connection is still there. The library does not look at a suspended connection.
enum footfall_http_departure {
    footfall_http_present,
    /// The client has closed the connection, or only its sending side: the kernel does not know which before something
    /// is sent.
    footfall_http_maybe_gone,
    /// The connection is lost.
    footfall_http_gone,
};

static inline enum footfall_http_departure footfall_http_departure_of(struct MHD_Connection *connection) {
    // This is POLLRDHUP, which the header defines for some compilers only.
    const short has_left = 0x2000;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (!info || info->connect_fd < 0) return footfall_http_present;
    struct pollfd looked_at = {.fd = info->connect_fd, .events = has_left};
    if (poll(&looked_at, 1, 0) <= 0) return footfall_http_present;
    return looked_at.revents & (POLLERR | POLLHUP | POLLNVAL) ? footfall_http_gone : footfall_http_maybe_gone;
}

/// The greatest length of an address as text, with its zero byte.
static const int footfall_http_address_room = INET6_ADDRSTRLEN;

/// Writes the client's numeric address, without a port; an empty text if it is unknown.
static inline void footfall_http_client(struct MHD_Connection *connection, char *text, unsigned room) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    text[0] = 0;
    if (!info || !info->client_addr) return;
    const struct sockaddr *address = info->client_addr;
    const void *place = address->sa_family == AF_INET6
        ? (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr
        : (const void *)&((const struct sockaddr_in *)address)->sin_addr;
    if (!inet_ntop(address->sa_family, place, text, room)) text[0] = 0;
}

/// The length of a body whose length is not known yet.
static const uint64_t footfall_http_unknown_length = MHD_SIZE_UNKNOWN;
static const ssize_t footfall_http_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;

#endif
