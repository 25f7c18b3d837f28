// What is not finished lies in a folder with a name of its own, which is locked for as long as somebody writes it. So
// two exports into one folder leave each other alone, and what a kill has left is known by its free lock.

internal import SystemCalls

/// A part of an export: the hidden folder in which it is made.
struct ExportPart: Sendable, Equatable {
    let name: String
    let parent: OpenFolder
    let folder: OpenFolder

    private static let prefix = ".part-of-"

    /// Begins a part of an export with this name.
    init(of export: String, in parent: OpenFolder, _ gate: ExportGate) throws(SystemError) {
        let start = Self.prefix + export
        for _ in 0..<Self.mostTries {
            let digits = String(UInt32.random(in: (.max / 2)...(.max)), radix: 16)
            let name = "\(start).\(digits)"
            let folder = try gate.pass(in: parent) { () throws(SystemError) in
                try parent.makeFolder(name)
            }
            // Until it is locked, another export may take it for what a kill has left, and delete it. Where nothing can
            // be locked, nobody deletes it.
            let isLocked = (try? folder.tryLockExclusively()) ?? true
            guard isLocked, (try? folder.exists()) ?? true else { continue }
            self.init(name: name, parent: parent, folder: folder)
            gate.begin(self)
            return
        }
        throw SystemError(call: "mkdir", path: parent.path(ofFile: start), errno: .busy)
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
        for name in (try? parent.list()) ?? [] where isPart(name, of: export) {
            guard parent.kind(of: name) == .directory else {
                delete(name, in: parent)
                continue
            }
            guard let folder = try? parent.folder(name), (try? folder.tryLockExclusively()) == true
            else { continue }
            withExtendedLifetime(folder) { delete(name, in: parent) }
        }
    }

    private static func isPart(_ name: String, of export: String?) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        guard let export else { return true }
        guard name.hasPrefix(prefix + export) else { return false }
        let rest = name.dropFirst((prefix + export).count)
        return rest.isEmpty
            || rest.first == "." && rest.count == 9 && rest.dropFirst().allSatisfy(\.isHexDigit)
    }

    /// Deletes a file, or a folder with all that it holds; a link is deleted, and not followed.
    private static func delete(_ name: String, in folder: OpenFolder) {
        guard folder.kind(of: name) == .directory else {
            try? folder.remove(name)
            return
        }
        if let inner = try? folder.folder(name) {
            for name in (try? inner.list()) ?? [] { delete(name, in: inner) }
        }
        try? folder.removeFolder(name)
    }
}
