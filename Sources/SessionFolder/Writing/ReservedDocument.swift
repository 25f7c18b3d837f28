// A run that fills its disk must still be able to say so. The space for its last documents is set
// aside when it starts, in hidden files that later get the documents' names.

internal import SystemCalls

/// A document that is not written yet, with its space on the disk already taken.
struct ReservedDocument: ~Copyable, Sendable {
    private let folder: OpenFolder
    private let name: String
    private let file: OpenFile
    /// How many bytes can be written however full the disk is.
    private(set) var capacity: Int64 = 0

    /// What holds the space until the document is written.
    static func temporaryName(for name: String) -> String { ".\(name).reserved" }

    private init(folder: OpenFolder, name: String, file: consuming OpenFile) {
        self.folder = folder
        self.name = name
        self.file = file
    }

    /// Sets space aside for a document of a folder.
    static func make(
        for name: String,
        in folder: OpenFolder,
        capacity: Int64
    ) throws(SystemError) -> ReservedDocument {
        let file = try folder.createAnew(temporaryName(for: name))
        var document = ReservedDocument(folder: folder, name: name, file: file)
        try document.grow(to: capacity)
        return document
    }

    /// Sets more space aside; what was set aside before stays so on failure.
    mutating func grow(to capacity: Int64) throws(SystemError) {
        guard capacity > self.capacity else { return }
        let more = capacity - self.capacity
        if try !file.reserve(from: self.capacity, length: more) {
            // A file system that cannot reserve can at least be written to.
            try file.writeAll([UInt8](repeating: 0, count: Int(more)), at: self.capacity)
        }
        self.capacity = capacity
    }

    /// Writes the document and gives it its name, also where somebody has deleted what held its space.
    consuming func write(_ bytes: [UInt8]) throws(SystemError) {
        let (folder, name) = (folder, name)
        let temporary = Self.temporaryName(for: name)
        do throws(SystemError) {
            try file.writeAll(bytes, at: 0)
            try file.truncate(to: Int64(bytes.count))
            try file.synchronize()
            try folder.rename(temporary, to: name)
            // Somebody may have put a file of theirs where ours was.
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

    /// Gives the space back.
    consuming func abandon() {
        try? folder.remove(Self.temporaryName(for: name))
    }
}
