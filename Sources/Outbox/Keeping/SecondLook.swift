// A session that was verified months ago may be gone: the store was wiped, or the remote now points elsewhere. Before
// the copy here is deleted, `SecondLook` asks the destination again, for all sessions of a round together: whether it
// has each file at its size, and the manifest byte for byte.

internal import SystemCalls

/// Checks that the destination still has what the ledger records.
struct SecondLook {
    let outbox: Outbox
    let end: any SummingEnd

    /// How many files one call asks for.
    static let most = 2000
    /// The outbox's folder for copies of the manifests while they are compared.
    private static let folderName = "asked"

    /// Finds the sessions that are no longer complete at the destination.
    ///
    /// - Parameter records: The ledger's records of the sessions.
    /// - Returns: For each such session's name, one file that is missing or differs.
    /// - Throws: When the destination does not answer, or is the very folder that the sessions are in.
    func missing(among records: [SendRecord]) throws(SendError) -> [String: String] {
        try outbox.requireElsewhere { (name, folder) throws(SendError) in
            try end.list(folder)[name] != nil
        }
        var missing: [String: String] = [:]
        var batch: [SendRecord] = []
        var files = 0
        for record in records {
            if files > 0, files + record.files.count > Self.most {
                missing.merge(try lost(of: batch)) { first, _ in first }
                (batch, files) = ([], 0)
            }
            batch.append(record)
            files += record.files.count
        }
        return missing.merging(try lost(of: batch)) { first, _ in first }
    }

    private func lost(of records: [SendRecord]) throws(SendError) -> [String: String] {
        guard !records.isEmpty else { return [:] }
        var missing: [String: String] = [:]
        let paths = records.flatMap { record in record.files.keys.map { "\(record.place)/\($0)" } }
        let sizes = try end.sizes(of: paths.sorted())
        for record in records {
            let wrong = record.files.filter { sizes["\(record.place)/\($0.key)"] != $0.value }
            // A record without a manifest was never fully sent.
            missing[record.session] =
                record.files[record.manifest] == nil ? record.manifest : wrong.keys.min()
        }
        let whole = records.filter { missing[$0.session] == nil }
        let differing = try differing(whole.filter { !$0.isEncrypted })
            .union(try differingEncrypted(whole.filter(\.isEncrypted)))
        for record in whole where differing.contains(record.manifestPath) {
            missing[record.session] = record.manifest
        }
        return missing
    }

    /// The paths of the manifests that differ from those here.
    private func differing(_ records: [SendRecord]) throws(SendError) -> Set<String> {
        guard !records.isEmpty else { return [] }
        var unread: Set<String> = []
        var paths: [String] = []
        let folder = try emptied()
        defer { try? empty(folder) }
        for record in records {
            do throws(SystemError) {
                let bytes = try OpenFile.openPlain(
                    "\(outbox.place)/\(record.session)/\(record.manifest)"
                ).readAll(limit: Self.largestManifest)
                let made = try folder.makeFolder(record.place)
                try made.create(record.manifest).writeAll(bytes, at: 0)
                paths.append(record.manifestPath)
            } catch {
                // The manifest here is gone or is being changed, so it cannot be compared. It counts as missing at the
                // destination.
                unread.insert(record.manifestPath)
            }
        }
        guard !paths.isEmpty else { return unread }
        return unread.union(try end.compare(paths, of: folder.path, with: "").differing)
    }

    /// The same for encrypted manifests, of which only the hash is stored here.
    private func differingEncrypted(_ records: [SendRecord]) throws(SendError) -> Set<String> {
        guard !records.isEmpty else { return [] }
        let store = try EncryptedFilesStore(inOutbox: outbox.path)
        var sums: [String: [String: FileSum]] = [:]
        var differing: Set<String> = []
        for record in records {
            let files = store.files(of: record.place).files
            if let file = files[OutgoingSession.manifest] {
                sums[file.sum.kind, default: [:]][record.manifestPath] = file.sum
            } else {
                differing.insert(record.manifestPath)
            }
        }
        for kind in sums.keys.sorted() {
            differing.formUnion(try end.compare(sums[kind] ?? [:], with: "").differing)
        }
        return differing
    }

    /// The largest size of a manifest.
    private static let largestManifest: Int64 = 64 << 20

    private func emptied() throws(SendError) -> OpenFolder {
        do throws(SystemError) {
            let outbox = try OpenFolder.open(outbox.path, ofOneOwner: true)
            let folder = try OutboxFolders.folder(Self.folderName, in: outbox)
            try empty(folder)
            return folder
        } catch {
            throw SendError(error, "compare manifests", where: outbox.path)
        }
    }

    /// Empties the folder, in which a killed sender may have left files.
    private func empty(_ folder: OpenFolder) throws(SystemError) {
        for name in try folder.list() {
            let inner = try folder.folder(name, ofOneOwner: true)
            for file in try inner.list() { try inner.remove(file) }
            try folder.removeFolder(name)
        }
    }
}

extension SendRecord {
    /// The path of the manifest from the destination's top.
    fileprivate var manifestPath: String { "\(place)/\(manifest)" }
}
