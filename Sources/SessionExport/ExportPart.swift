// What is not finished lies in a folder with a name of its own, which is locked for as long as somebody writes it. So
// two exports into one folder leave each other alone, and what a kill has left is known by its free lock.

internal import SystemCalls

/// A part of an export: the hidden folder within which it is made.
struct ExportPart: Sendable, Equatable {
    let name: String
    let parent: OpenFolder
    let folder: OpenFolder

    private static let prefix = ".part-of-"
    /// A file in it says that an export has made it, whatever else has such a name.
    static let mark = ".footfall-export"

    /// Begins a part of an export with this name.
    init(of export: String, in parent: OpenFolder, _ gate: ExportGate) throws(SystemError) {
        let start = Self.prefix + export
        for _ in 0..<Self.mostTries {
            let digits = String(UInt32.random(in: (.max / 2)...(.max)), radix: 16)
            let name = "\(start).\(digits)"
            do throws(SystemError) {
                let folder = try gate.pass(in: parent) { () throws(SystemError) in
                    try parent.makeFolder(name)
                }
                // Until it is locked, another export may take it for what a kill has left, and delete it. Where nothing
                // can be locked, nobody deletes it.
                let isLocked = (try? folder.tryLockExclusively()) ?? true
                guard isLocked, (try? folder.exists()) ?? true else { continue }
                self.init(name: name, parent: parent, folder: folder)
                gate.begin(self)
                try mark(gate)
                return
            } catch {
                // It was deleted between two of these calls.
                guard error.errno == .notFound, try parent.exists() else { throw error }
            }
        }
        throw SystemError(call: "mkdir", path: parent.path(ofFile: start), errno: .busy)
    }

    /// Says in it whose it is.
    private func mark(_ gate: ExportGate) throws(SystemError) {
        do throws(SystemError) {
            try gate.pass(in: folder) { () throws(SystemError) in
                try folder.create(Self.mark).close()
            }
        } catch {
            gate.end(self)
            throw error
        }
    }

    private init(name: String, parent: OpenFolder, folder: OpenFolder) {
        (self.name, self.parent, self.folder) = (name, parent, folder)
    }

    private static let mostTries = 16

    /// Waits until all of it is on the disk itself.
    func synchronize() throws(SystemError) { try Self.synchronize(folder) }

    private static func synchronize(_ folder: OpenFolder) throws(SystemError) {
        for name in try folder.list() {
            if folder.kind(of: name) == .directory {
                try synchronize(folder.folder(name))
            } else {
                try folder.open(name).synchronize()
            }
        }
        try folder.synchronize()
    }

    /// Deletes what is left of it.
    func delete() { Self.delete(name, in: parent) }

    /// Deletes what kills have left in a folder.
    ///
    /// - Parameters:
    ///   - parent: The folder.
    ///   - export: The one export whose parts are meant; without it, those of any.
    static func deleteLeft(in parent: OpenFolder, of export: String?) {
        for name in (try? parent.list()) ?? []
        where isName(name, of: export) && parent.kind(of: name) == .directory {
            guard let folder = try? parent.folder(name), (try? folder.tryLockExclusively()) == true
            else { continue }
            withExtendedLifetime(folder) {
                if folder.kind(of: mark) == .file {
                    delete(name, in: parent)
                } else {
                    // A kill may have come ahead of the mark. With something in it, it is not ours, and stays.
                    try? parent.removeFolder(name)
                }
            }
        }
    }

    private static func isName(_ name: String, of export: String?) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let (inner, end) = (name.dropFirst(prefix.count).dropLast(9), name.suffix(9))
        guard end.first == ".", end.dropFirst().allSatisfy(\.isHexDigit) else { return false }
        return export.map { $0 == inner } ?? !inner.isEmpty
    }

    /// Deletes a file, or a folder with all that it holds; a link is deleted, and not followed.
    private static func delete(_ name: String, in folder: OpenFolder) {
        guard folder.kind(of: name) == .directory else {
            try? folder.remove(name)
            return
        }
        if let inner = try? folder.folder(name) {
            // The mark goes last: what a kill leaves of this is still known for ours.
            for name in (try? inner.list()) ?? [] where name != mark { delete(name, in: inner) }
            try? inner.remove(mark)
        }
        try? folder.removeFolder(name)
    }
}
