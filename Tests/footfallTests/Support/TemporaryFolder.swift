// A folder for one test, gone with it.

import FoundationEssentials
import SystemCalls

/// A new folder that is deleted, with all that is in it, when the test is done with it.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() throws {
        path = "/tmp/footfall-tests-\(UUID().uuidString)"
        try FileSystem.makeDirectory(path)
    }

    deinit { Self.delete(path) }

    /// The names in it, and in its folders, sorted.
    func names(in folder: String = "") throws -> [String] {
        try FileSystem.list(folder.isEmpty ? path : "\(path)/\(folder)")
    }

    /// The bytes of a file in it.
    func bytes(of file: String) throws -> [UInt8] {
        try OpenFile.open("\(path)/\(file)").readAll(limit: 1 << 30)
    }

    /// Puts a file into it.
    func write(_ bytes: some Collection<UInt8>, to file: String) throws {
        try? FileSystem.remove("\(path)/\(file)")
        let opened = try OpenFile.create("\(path)/\(file)")
        try opened.writeAll(Array(bytes), at: 0)
    }

    private static func delete(_ path: String) {
        guard FileSystem.kind(of: path) == .directory else {
            try? FileSystem.remove(path)
            return
        }
        for name in (try? FileSystem.list(path)) ?? [] { delete("\(path)/\(name)") }
        try? FileSystem.removeDirectory(path)
    }
}
