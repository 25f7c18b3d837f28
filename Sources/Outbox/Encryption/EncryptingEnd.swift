// Encrypts what the sender transfers: an adapter in front of the real destination. Each file is sent encrypted as
// NAME.age; the sender keeps using the plain name. So plan, order and verification are the same for encrypted and plain
// sessions.

internal import SystemCalls

/// The destination as the sender of one encrypted session sees it.
final class EncryptingEnd: FarEnd {
    private let end: any SummingEnd
    private let age: AgeProgram
    private let store: EncryptedFilesStore
    /// The session's folder at the destination, which is the key of `known`.
    private let place: String
    private let isStopped: () -> Bool
    private var known: EncryptedFiles

    /// Returns the free bytes of the disk; called before each file is encrypted.
    private let freeBytes: (String) -> Int64?

    init(
        _ end: any SummingEnd,
        by age: AgeProgram,
        noting store: EncryptedFilesStore,
        place: String,
        freeBytes: @escaping (String) -> Int64? = { FileSystem.room(at: $0)?.free },
        unless isStopped: @escaping () -> Bool
    ) {
        (self.end, self.age, self.store, self.place) = (end, age, store, place)
        (self.freeBytes, self.isStopped) = (freeBytes, isStopped)
        known = store.files(of: place)
    }

    var movesFiles: Bool { get throws(SendError) { try end.movesFiles } }

    /// Lists the encrypted files by their plain names.
    ///
    /// A file with the size that was sent is listed with the size of its plain file. Nobody here knows the plain size
    /// of any other file, so it is listed as -1.
    func list(_ folder: String) throws(SendError) -> [String: Int64] {
        var found: [String: Int64] = [:]
        for (name, size) in try end.list(folder) where name.hasSuffix(AgeProgram.suffix) {
            let clear = String(name.dropLast(AgeProgram.suffix.count))
            let file = known.files[clear]
            found[clear] = file?.encryptedSize == size ? file?.size : -1
        }
        return found
    }

    func topFolders() throws(SendError) -> [String]? { try end.topFolders() }

    func sizes(of paths: [String]) throws(SendError) -> [String: Int64] {
        try end.sizes(of: paths)
    }

    func read(_ name: String, in folder: String) throws(SendError) -> [UInt8] {
        throw SendError(
            .conflict,
            "what is there is encrypted, and cannot be read here",
            where: folder,
            remedy: "look at it where the key is"
        )
    }

    func copy(
        _ names: [String],
        from local: String,
        to folder: String,
        again: Bool
    ) throws(SendError) {
        let there = again ? [:] : try end.list(folder)
        for name in names {
            if let file = known.files[name], try isCurrent(file, name, in: local),
                there[name + AgeProgram.suffix] == file.encryptedSize
            {
                // The caller checks by `compare` whether the bytes match, too.
                continue
            }
            try send(name, from: local, to: folder)
        }
    }

    func compare(
        _ names: [String],
        of local: String,
        with folder: String
    ) throws(SendError) -> Comparison {
        var result = Comparison(differing: [], method: Comparison.readBack)
        // Grouped by kind of hash: the destination may have offered another kind when a file was sent.
        var sums: [String: [String: FileSum]] = [:]
        for name in names {
            if let file = known.files[name], try isCurrent(file, name, in: local) {
                sums[file.sum.kind, default: [:]][name + AgeProgram.suffix] = file.sum
            } else {
                result.differing.insert(name)
            }
        }
        for kind in sums.keys.sorted() {
            let found = try end.compare(sums[kind] ?? [:], with: folder)
            result.method = found.method
            result.differing.formUnion(
                found.differing.map { String($0.dropLast(AgeProgram.suffix.count)) }
            )
        }
        return result
    }

    func move(_ names: [String], from folder: String, to other: String) throws(SendError) {
        try end.move(names.map { $0 + AgeProgram.suffix }, from: folder, to: other)
    }

    func delete(_ names: [String], in folder: String) throws(SendError) {
        try end.delete(names.map { $0 + AgeProgram.suffix }, in: folder)
    }

    func drop(_ folder: String) throws(SendError) { try end.drop(folder) }

    func dropIfEmpty(_ folder: String) throws(SendError) { try end.dropIfEmpty(folder) }

    /// The size of a file at the destination; `nil` if it was never encrypted.
    func encryptedSize(of name: String) -> Int64? { known.files[name]?.encryptedSize }

    /// True if the file here is unchanged since it was encrypted, and for the same recipients.
    private func isCurrent(
        _ file: EncryptedFiles.File,
        _ name: String,
        in local: String
    ) throws(SendError) -> Bool {
        try file.mark == mark(of: name, in: local).text && file.readers == age.recipients.keys
    }

    private func mark(of name: String, in local: String) throws(SendError) -> ChangeMark {
        do throws(SystemError) {
            return try OpenFolder.open(local, ofOneOwner: true).changeMark(of: name)
        } catch {
            throw SendError(error, "encrypt it", where: "\(local)/\(name)", kind: .session)
        }
    }

    private func send(
        _ name: String,
        from local: String,
        to folder: String
    ) throws(SendError) {
        let workshop = try store.workshop()
        let mark = try mark(of: name, in: local)
        let needed = age.largestSize(ofEncrypted: mark.size)
        if let free = freeBytes(workshop.path), free < needed {
            throw SendError(
                .passing,
                "there is no room to encrypt \(name): \(needed) bytes are needed, and \(free) are free",
                where: workshop.path,
                remedy: "free that much, or let --keep-free delete what has arrived"
            )
        }
        let encrypted = name + AgeProgram.suffix
        let target = workshop.path(ofFile: encrypted)
        defer { try? workshop.remove(encrypted) }
        let size = try age.encrypt("\(local)/\(name)", into: target, unless: isStopped)
        known.files[name] = EncryptedFiles.File(
            mark: mark.text,
            size: mark.size,
            encryptedSize: size,
            sum: try end.sum(of: encrypted, in: workshop.path),
            readers: age.recipients.keys
        )
        try store.note(known, of: place)
        // The encrypted bytes are new, so a file of that name at the destination is an older one and must be replaced.
        try end.copy([encrypted], from: workshop.path, to: folder, again: true)
    }
}
