// The functions of SQLite that Footfall calls; the first call loads the library.
#include <CLazyLibrary.h>

FOOTFALL_LAZY_LIBRARY(sqlite3, "libsqlite3.so.0")
FOOTFALL_LAZY(sqlite3, sqlite3_bind_blob)
FOOTFALL_LAZY(sqlite3, sqlite3_bind_text)
FOOTFALL_LAZY(sqlite3, sqlite3_bind_zeroblob)
FOOTFALL_LAZY(sqlite3, sqlite3_busy_timeout)
FOOTFALL_LAZY(sqlite3, sqlite3_close_v2)
FOOTFALL_LAZY(sqlite3, sqlite3_column_blob)
FOOTFALL_LAZY(sqlite3, sqlite3_column_bytes)
FOOTFALL_LAZY(sqlite3, sqlite3_errstr)
FOOTFALL_LAZY(sqlite3, sqlite3_exec)
FOOTFALL_LAZY(sqlite3, sqlite3_finalize)
FOOTFALL_LAZY(sqlite3, sqlite3_open_v2)
FOOTFALL_LAZY(sqlite3, sqlite3_prepare_v2)
FOOTFALL_LAZY(sqlite3, sqlite3_step)
