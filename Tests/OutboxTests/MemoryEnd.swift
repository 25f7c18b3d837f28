// The other end in memory, which is killed at any step, also in the middle of what is not one step.

@testable import Outbox

/// The other end, as a test has it.
final class MemoryEnd: FarEnd {
    /// What a session has here, by name.
    var here: [String: [UInt8]] = [:]
    /// What lies there: a folder's files.
    var there: [String: [String: [UInt8]]] = [:]
    var canMove = true
    /// After so many changes the sender is killed; `nil` lets it live.
    var changesUntilKill: Int?
    /// Each file that was sent, in order.
    private(set) var sent: [String] = []
    /// Is asked after each change there.
    var afterChange: () -> Void = {}
    /// Whether what lies there is compared by its size alone while it is copied, as rclone does where there is no time.
    var copiesBySize = true

    static let killed = SendError(.passing, "killed", where: "test", remedy: "none")

    var movesFiles: Bool { canMove }

    private func change(_ body: () -> Void) throws(SendError) {
        if let left = changesUntilKill {
            guard left > 0 else { throw Self.killed }
            changesUntilKill = left - 1
        }
        body()
        for (folder, files) in there where files.isEmpty { there[folder] = nil }
        afterChange()
    }

    func list(_ folder: String) throws(SendError) -> [String: Int64] {
        (there[folder] ?? [:]).mapValues { Int64($0.count) }
    }

    func topFolders() throws(SendError) -> [String]? { there.keys.sorted() }

    func sizes(of paths: [String]) throws(SendError) -> [String: Int64] { [:] }

    func read(_ name: String, in folder: String) throws(SendError) -> [UInt8] {
        there[folder]?[name] ?? []
    }

    func copy(
        _ names: [String],
        from local: String,
        to folder: String,
        again: Bool
    ) throws(SendError) {
        for name in names {
            let bytes = here[name] ?? []
            if !again, copiesBySize, there[folder]?[name]?.count == bytes.count { continue }
            // A killed sender leaves half of a file.
            try change { there[folder, default: [:]][name] = Array(bytes.prefix(bytes.count / 2)) }
            try change { there[folder, default: [:]][name] = bytes }
            sent.append(name)
        }
    }

    func compare(
        _ names: [String],
        of local: String,
        with folder: String
    ) throws(SendError) -> Comparison {
        Comparison(
            differing: Set(names.filter { there[folder]?[$0] != here[$0] }),
            method: "md5"
        )
    }

    func move(_ names: [String], from folder: String, to other: String) throws(SendError) {
        for name in names {
            guard let bytes = there[folder]?[name] else {
                throw SendError(.passing, "\(name) is not there", where: folder, remedy: "none")
            }
            // As an object store does it: a copy, and then the original goes.
            try change { there[other, default: [:]][name] = bytes }
            try change { there[folder]?[name] = nil }
        }
    }

    func delete(_ names: [String], in folder: String) throws(SendError) {
        for name in names { try change { there[folder]?[name] = nil } }
    }

    func drop(_ folder: String) throws(SendError) {
        for name in (there[folder] ?? [:]).keys.sorted() {
            try change { there[folder]?[name] = nil }
        }
    }

    func dropIfEmpty(_ folder: String) throws(SendError) {
        if there[folder]?.isEmpty == true { try change { there[folder] = nil } }
    }
}
