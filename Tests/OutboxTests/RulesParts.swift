// Another end in memory, and sessions to send there.

import Foundation
import SampleFile
import Scratch
import Testing
import Timebase

@testable import Outbox

/// The other end in memory.
final class StoreEnd: SummingEnd {
    /// What is there, by folder and name.
    var folders: [String: [String: [UInt8]]] = [:]
    /// All that has ever come there, by any name.
    private(set) var arrived: [(name: String, bytes: [UInt8])] = []
    /// Everything that was asked of it, in its order.
    private(set) var calls: [String] = []
    /// Whether the network is gone; after so many calls, if given.
    var isGone = false
    /// Whether it goes on, as a sender has told it; and what happens at each call.
    var goesOn: () -> Bool = { true }
    var atCall: (String) throws(SendError) -> Void = { _ in }
    var callsLeft = Int.max
    /// Whether the destination itself is there.
    var hasTop = true
    /// The folder of this machine that it is, by another way; a list of it tells what is there now.
    var root: String?

    let movesFiles: Bool

    init(movesFiles: Bool = true) { self.movesFiles = movesFiles }

    private func call(_ words: String...) throws(SendError) {
        calls.append(words.joined(separator: " "))
        callsLeft -= 1
        guard goesOn() else { throw .stopped("store") }
        try atCall(calls[calls.count - 1])
        guard goesOn() else { throw .stopped("store") }
        guard !isGone, callsLeft >= 0 else {
            throw SendError(.passing, "nobody answers", where: "store", remedy: "wait")
        }
    }

    func list(_ folder: String) throws(SendError) -> [String: Int64] {
        try call("list", folder)
        if let root {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)"))
            return Dictionary(uniqueKeysWithValues: (names ?? []).map { ($0, 0) })
        }
        return (folders[folder] ?? [:]).mapValues { Int64($0.count) }
    }

    func topFolders() throws(SendError) -> [String]? {
        try call("topFolders")
        return hasTop ? folders.keys.sorted() : nil
    }

    func sizes(of paths: [String]) throws(SendError) -> [String: Int64] {
        try call("sizes")
        let found = paths.map { ($0, file($0, in: "")) }
        return Dictionary(uniqueKeysWithValues: found).compactMapValues {
            $0.map { Int64($0.count) }
        }
    }

    /// A file there; at the top its name is a path.
    private func file(_ name: String, in folder: String) -> [UInt8]? {
        guard folder.isEmpty else { return folders[folder]?[name] }
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        return parts.count == 2 ? folders[parts[0]]?[parts[1]] : nil
    }

    func read(_ name: String, in folder: String) throws(SendError) -> [UInt8] {
        try call("read", folder, name)
        return folders[folder]?[name] ?? []
    }

    func copy(
        _ names: [String],
        from local: String,
        to folder: String,
        again: Bool
    ) throws(SendError) {
        for name in names.sorted() {
            try call("copy", folder, name)
            let bytes = Self.bytes("\(local)/\(name)")
            if !again, folders[folder]?[name]?.count == bytes.count { continue }
            arrived.append((name, bytes))
            folders[folder, default: [:]][name] = bytes
        }
    }

    func compare(
        _ names: [String],
        of local: String,
        with folder: String
    ) throws(SendError) -> Comparison {
        try call("compare", folder)
        let differing = names.filter { file($0, in: folder) != Self.bytes("\(local)/\($0)") }
        return Comparison(differing: Set(differing), method: "md5")
    }

    func move(_ names: [String], from folder: String, to other: String) throws(SendError) {
        for name in names.sorted() {
            try call("move", other, name)
            guard let bytes = folders[folder]?.removeValue(forKey: name) else { continue }
            folders[other, default: [:]][name] = bytes
        }
    }

    func delete(_ names: [String], in folder: String) throws(SendError) {
        for name in names.sorted() {
            try call("delete", folder, name)
            folders[folder]?[name] = nil
        }
    }

    func drop(_ folder: String) throws(SendError) {
        try call("drop", folder)
        folders[folder] = nil
    }

    func dropIfEmpty(_ folder: String) throws(SendError) {
        try call("dropIfEmpty", folder)
        if folders[folder]?.isEmpty == true { folders[folder] = nil }
    }

    func sum(of name: String, in local: String) throws(SendError) -> FileSum {
        FileSum(kind: "md5", digits: Checksum.text(of: Self.bytes("\(local)/\(name)")))
    }

    func compare(_ sums: [String: FileSum], with folder: String) throws(SendError) -> Comparison {
        try call("sums", folder)
        let differing = sums.filter { name, sum in
            file(name, in: folder).map { Checksum.text(of: $0) } != sum.digits
        }
        return Comparison(differing: Set(differing.keys), method: "md5")
    }

    private static func bytes(_ path: String) -> [UInt8] {
        ((try? Data(contentsOf: URL(filePath: path))).map { [UInt8]($0) }) ?? []
    }
}

/// A folder with sessions in it, and what sends them.
struct SessionStore {
    let scratch: Scratch
    let place: String
    static let run = "4f0a1c9e"

    init() throws {
        scratch = try Scratch()
        place = "\(scratch.path)/Sessions"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    }

    /// Puts a session there that began on a day of November 2026.
    func session(_ day: Int, ending: String? = nil) throws -> String {
        let digits = day < 10 ? "0\(day)" : "\(day)"
        let name = "2026-11-\(digits)T101500Z_P07_tapping_\(Self.run)"
        let sample = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "SampleData/Tapping")
        try FileManager.default.copyItem(at: sample, to: URL(filePath: "\(place)/\(name)"))
        return name
    }

    func outbox(to name: String = "there") throws -> Outbox {
        try Outbox(of: place, to: Destination("\(scratch.path)/\(name)"))
    }

    /// Notes a session as it lies as sent; it is put there, if that is given.
    func noteAsSent(
        _ name: String,
        in outbox: Outbox,
        as state: SendRecord.State = .sent,
        to end: StoreEnd? = nil
    ) throws {
        let look = try #require(FolderLook(at: "\(place)/\(name)"))
        for file in look.files.keys {
            let bytes = try Data(contentsOf: URL(filePath: "\(place)/\(name)/\(file)"))
            end?.folders[name, default: [:]][file] = [UInt8](bytes)
        }
        try outbox.ledger.note(
            SendRecord(
                session: name,
                place: name,
                flight: ".incoming/\(name).x",
                state: state,
                run: "x",
                fingerprint: look.fingerprint,
                files: look.files,
                date: ""
            )
        )
    }

    /// The outbox of a folder that sessions are not in.
    func outbox(from folder: String) throws -> Outbox {
        try Outbox(of: folder, to: Destination("\(scratch.path)/there"))
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(place)/\(name)")
    }
}

let december = WallInstant(nanosecondsSince1970: 1_796_083_200_000_000_000)
