// A run that fills its disk must still be able to report that. So the space for its last documents is reserved at
// the start, in hidden files that are renamed later.

internal import SystemCalls

/// A document that is not written yet, and whose disk space is already reserved.
struct ReservedDocument: ~Copyable, Sendable {
    private let folder: OpenFolder
    private let name: String
    private let file: OpenFile
    /// How many bytes can be written even if the disk is full.
    private(set) var capacity: Int64 = 0

    /// The name of the file that holds the space until the document is written.
    static func temporaryName(for name: String) -> String { ".\(name).reserved" }

    private init(folder: OpenFolder, name: String, file: consuming OpenFile) {
        self.folder = folder
        self.name = name
        self.file = file
    }

    /// Reserves space for a document in a folder.
    static func make(
        for name: String,
        in folder: OpenFolder,
        capacity: Int64
    ) throws(SystemError) -> ReservedDocument {
        let file = try folder.createAnew(temporaryName(for: name))
        var document = ReservedDocument(folder: folder, name: name, file: file)
        do throws(SystemError) {
            try document.grow(to: capacity)
        } catch {
            document.abandon()
            throw error
        }
        return document
    }

    /// Reserves more space; if that fails, the space reserved before stays.
    mutating func grow(to capacity: Int64) throws(SystemError) {
        guard capacity > self.capacity else { return }
        let more = capacity - self.capacity
        if try !file.reserve(from: self.capacity, length: more) {
            // This file system cannot reserve space, so fill the file with zeros.
            try file.writeAll([UInt8](repeating: 0, count: Int(more)), at: self.capacity)
        }
        self.capacity = capacity
    }

    /// Writes the document and gives it its name, even if the file with its space was deleted.
    consuming func write(_ bytes: [UInt8]) throws(SystemError) {
        let (folder, name) = (folder, name)
        let temporary = Self.temporaryName(for: name)
        do throws(SystemError) {
            try file.writeAll(bytes, at: 0)
            try file.truncate(to: Int64(bytes.count))
            try file.synchronize()
            try folder.rename(temporary, to: name)
            // If somebody has put another file in the place of ours, write the document again.
            guard try folder.leads(name, to: file) else {
                return try DurableDocument.write(bytes, as: name, in: folder)
            }
        } catch {
            guard error.errno != .notFound else {
                return try DurableDocument.write(bytes, as: name, in: folder)
            }
            try? folder.remove(temporary)
            throw error
        }
        try folder.synchronize()
    }

    /// Frees the space.
    consuming func abandon() {
        try? folder.remove(Self.temporaryName(for: name))
    }
}
