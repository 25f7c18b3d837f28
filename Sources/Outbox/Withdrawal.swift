// Deletes at the destination what was sent: first the manifest, without which the folder is not a session, then the
// other files, then what was still in transit. Files that were not sent from here stay.

/// The withdrawal of one session.
struct Withdrawal {
    let record: SendRecord
    let manifest: String

    /// Withdraws what a record lists; `manifest` is the name of the file that was sent last.
    init(of record: SendRecord, manifest: String) {
        self.record = record
        self.manifest = manifest
    }

    /// Withdraws the session; repeating an interrupted call completes it.
    ///
    /// - Returns: True if anything of it was there.
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
