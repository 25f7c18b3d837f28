// Files of rows of 64-bit floating point numbers: what programs in other languages exchange with ours.

import SystemCalls

/// Reads and writes rows as they lie in memory.
enum RowFile<Row: BitwiseCopyable> {
    static func load(_ path: String) throws -> [Row] {
        let bytes = try OpenFile.open(path).readAll(limit: 1 << 30)
        let stride = MemoryLayout<Row>.stride
        return unsafe bytes.withUnsafeBytes { raw in
            (0..<bytes.count / stride).map { index in
                unsafe raw.loadUnaligned(fromByteOffset: index * stride, as: Row.self)
            }
        }
    }

    static func store(_ rows: [Row], in path: String) throws {
        try? FileSystem.remove(path)
        let file = try OpenFile.create(path)
        try unsafe rows.withUnsafeBytes { raw in
            unsafe try file.writeAll(raw, at: 0)
        }
        try file.close()
    }
}
