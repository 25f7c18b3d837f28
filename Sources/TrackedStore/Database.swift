// Owns a connection to SQLite, and keeps its unsafe pointers out of the rest of the module.

internal import CSQLite

/// A connection to a database file.
@safe struct Database: ~Copyable {
    let path: String
    private let handle: OpaquePointer

    /// Opens an existing file, and refuses a path that leads through a symbolic link.
    init(path: String) throws(TrackedStoreError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_NOFOLLOW
        let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe handle else {
            unsafe sqlite3_close_v2(handle)
            throw TrackedStoreError(
                code: code,
                what: "open the store",
                path: path,
                cause: Self.words(code)
            )
        }
        self.path = path
        unsafe self.handle = opened
        unsafe sqlite3_busy_timeout(opened, 5_000)
    }

    deinit {
        unsafe sqlite3_close_v2(handle)
    }

    /// Runs statements without results.
    func run(_ statements: String, to what: String) throws(TrackedStoreError) {
        let code = unsafe sqlite3_exec(handle, statements, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, what) }
    }

    /// Runs one statement with its values; returns the first column of the first row, if any.
    func bytes(
        _ statement: String,
        _ values: [Value],
        to what: String
    ) throws(TrackedStoreError) -> [UInt8]? {
        try rows(statement, values, columns: 1, to: what).first?.first
    }

    /// Runs one statement with its values; returns the columns of all rows.
    func rows(
        _ statement: String,
        _ values: [Value],
        columns: Int32,
        to what: String
    ) throws(TrackedStoreError) -> [[[UInt8]]] {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(handle, statement, -1, &prepared, nil)
        guard code == SQLITE_OK, let query = unsafe prepared else { throw failure(code, what) }
        defer { unsafe sqlite3_finalize(query) }
        for (index, value) in values.enumerated() {
            let code = unsafe Self.bind(value, to: query, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw failure(code, what) }
        }
        var rows: [[[UInt8]]] = []
        while true {
            switch unsafe sqlite3_step(query) {
            case SQLITE_DONE: return rows
            case SQLITE_ROW:
                rows.append((0..<columns).map { unsafe Self.bytes(of: query, at: $0) })
            case let code: throw failure(code, what)
            }
        }
    }

    private static func bytes(of query: OpaquePointer, at column: Int32) -> [UInt8] {
        let count = unsafe Int(sqlite3_column_bytes(query, column))
        guard let start = unsafe sqlite3_column_blob(query, column), count > 0 else { return [] }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// A value bound to a parameter of a statement.
    enum Value {
        case text(String)
        case bytes([UInt8])
    }

    private static func bind(_ value: Value, to query: OpaquePointer, at index: Int32) -> Int32 {
        switch value {
        case .text(let text):
            unsafe footfall_sqlite_bind_text(query, index, text)
        case .bytes(let bytes):
            unsafe bytes.withUnsafeBytes { raw in
                unsafe footfall_sqlite_bind_bytes(query, index, raw.baseAddress, Int32(raw.count))
            }
        }
    }

    private func failure(_ code: Int32, _ what: String) -> TrackedStoreError {
        TrackedStoreError(code: code, what: what, path: path, cause: Self.words(code))
    }

    private static func words(_ code: Int32) -> String {
        guard let text = unsafe sqlite3_errstr(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
