// An unfinished export is in a temporary folder with a unique name, which its writer locks. So two exports into one
// folder do not disturb each other, and a leftover of a killed process is recognised by its missing lock.

internal import SystemCalls

/// The hidden temporary folder in which an export is created.
struct ExportPart: Sendable, Equatable {
    let name: String
    let parent: OpenFolder
    let folder: OpenFolder

    private static let prefix = ".part-of-"
    /// The name of a file in it that marks it as an export's folder, in case another folder has a similar name.
    static let mark = ".footfall-export"

    /// Creates the folder for an export with this name, and registers it.
    static func begin(
        _ export: String,
        in parent: OpenFolder,
        _ gate: ExportGate
    ) throws(SystemError) -> ExportPart {
        let start = prefix + export
        for _ in 0..<mostTries {
            let digits = String(UInt32.random(in: (.max / 2)...(.max)), radix: 16)
            let name = "\(start).\(digits)"
            do throws(SystemError) {
                let part = try gate.begin(in: parent) { () throws(SystemError) in
                    try makeLocked(name, in: parent)
                }
                guard let part else { continue }
                try part.mark(gate)
                return part
            } catch {
                // Another export deleted it between these calls; try again.
                guard error.errno == .notFound, try parent.exists() else { throw error }
            }
        }
        throw SystemError(call: "mkdir", path: parent.path(ofFile: start), errno: .busy)
    }

    /// Creates a folder and locks it; `nil` if another export was faster.
    private static func makeLocked(_ name: String, in parent: OpenFolder) throws(SystemError)
        -> ExportPart?
    {
        let folder = try parent.makeFolder(name)
        // Until it is locked, another export may mistake it for a leftover and delete it. On a file system without
        // locks no export deletes leftovers.
        let isLocked = (try? folder.tryLockExclusively()) ?? true
        guard isLocked, (try? folder.exists()) ?? true else { return nil }
        return ExportPart(name: name, parent: parent, folder: folder)
    }

    /// Creates the marking file in it.
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

    /// Waits until all its files are on the disk.
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

    /// Deletes the folder.
    func delete() { Self.delete(name, in: parent) }

    /// Deletes the leftovers of killed processes in a folder.
    ///
    /// - Parameters:
    ///   - parent: The folder.
    ///   - export: The name of the export whose leftovers are deleted; `nil` for all.
    static func deleteLeft(in parent: OpenFolder, of export: String?) {
        for name in (try? parent.list()) ?? []
        where isName(name, of: export) && parent.kind(of: name) == .directory {
            guard let folder = try? parent.folder(name), (try? folder.tryLockExclusively()) == true
            else { continue }
            withExtendedLifetime(folder) {
                if folder.kind(of: mark) == .file {
                    delete(name, in: parent)
                } else {
                    // The process may have been killed before it created the mark. A non-empty folder without it is not
                    // ours; `removeFolder` leaves it.
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

    /// Deletes a file, or a folder with its contents; deletes a link without following it.
    private static func delete(_ name: String, in folder: OpenFolder) {
        guard folder.kind(of: name) == .directory else {
            try? folder.remove(name)
            return
        }
        if let inner = try? folder.folder(name) {
            // Deletes the mark last, so that a leftover of this deletion is still recognised.
            for name in (try? inner.list()) ?? [] where name != mark { delete(name, in: inner) }
            try? inner.remove(mark)
        }
        try? folder.removeFolder(name)
    }
}
