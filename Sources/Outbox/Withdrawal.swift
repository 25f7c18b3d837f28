// What was sent is taken back there: first what makes it a session, then its files, then what was still on its way.
// Files that nobody here has sent are somebody else's, and stay.

/// The taking back of one session.
struct Withdrawal {
    let record: SendRecord
    let manifest: String

    /// One of what a ledger tells; `manifest` is the name of what came last.
    init(of record: SendRecord, manifest: String) {
        self.record = record
        self.manifest = manifest
    }

    /// Takes it back; one that was interrupted is begun anew.
    ///
    /// - Returns: Whether anything of it was there.
    @discardableResult
    func run(at end: any FarEnd) throws(SendError) -> Bool {
        let there = try end.list(record.place)
        if there[manifest] != nil { try end.delete([manifest], in: record.place) }
        let files = record.files.keys.filter { there[$0] != nil && $0 != manifest }.sorted()
        if !files.isEmpty { try end.delete(files, in: record.place) }
        try end.dropIfEmpty(record.place)
        let flying = try end.list(record.flight)
        try end.drop(record.flight)
        return there[manifest] != nil || !files.isEmpty || !flying.isEmpty
    }
}
