// The Swift binding of SQLite, with the values that are macros in C.
#ifndef FOOTFALL_CSQLITE_H
#define FOOTFALL_CSQLITE_H

#if !__has_include(<sqlite3.h>)
#error "The header sqlite3.h of SQLite is missing. In Debian it is in the package libsqlite3-dev: run `make install-packages`."
#endif

#include <sqlite3.h>

/// Binds bytes that SQLite copies.
static inline int footfall_sqlite_bind_bytes(sqlite3_stmt *statement, int index,
                                             const void *bytes, int count) {
    return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                      : sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds text that SQLite copies.
static inline int footfall_sqlite_bind_text(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}

#endif
