// A test's own folder.

internal import Synchronization
internal import SystemCalls

/// A folder that is deleted when the value is released.
package final class ScratchFolder: Sendable {
    private static let count = Atomic<Int>(0)

    package let path: String

    package init() throws {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        // The path is short because the address of a socket has at most 107 bytes.
        path = "/tmp/footfall-cues-\(Environment.process)-\(number)"
        try FileSystem.makeDirectories(path)
    }

    deinit { Self.remove(path) }

    /// Writes a file into it; returns the file's path.
    @discardableResult
    package func file(_ name: String, _ text: String) throws -> String {
        let whole = "\(path)/\(name)"
        if let parent = FileSystem.parent(of: whole) { try FileSystem.makeDirectories(parent) }
        try? FileSystem.remove(whole)
        let file = try OpenFile.create(whole)
        try file.writeAll(Array(text.utf8), at: 0)
        return whole
    }

    /// Writes a shell script into it; returns the command that runs it.
    package func script(_ name: String, _ lines: String) throws -> [String] {
        ["sh", try file(name, lines + "\n")]
    }

    package func bytes(_ name: String) throws -> [UInt8] {
        try OpenFile.open("\(path)/\(name)").readAll(limit: 1 << 26)
    }

    package func text(_ name: String) -> String {
        (try? bytes(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func remove(_ path: String) {
        if FileSystem.kind(of: path) == .directory {
            for name in (try? FileSystem.list(path)) ?? [] { remove("\(path)/\(name)") }
            try? FileSystem.removeDirectory(path)
        } else {
            try? FileSystem.remove(path)
        }
    }
}
