// A parcel and how it is sent: plain, or encrypted, with other file names and sizes at the destination.

/// What is sent of a session, and to which destination.
struct Shipment {
    /// The session's files, by their local names.
    let parcel: Parcel
    /// The destination; its operations accept local names.
    let end: any FarEnd
    /// The suffix of the names at the destination.
    private let suffix: String
    private let sizeThere: (String) -> Int64?

    init(
        _ parcel: Parcel,
        by end: any FarEnd,
        suffix: String = "",
        sizeThere: @escaping (String) -> Int64? = { _ in nil }
    ) {
        (self.parcel, self.end, self.suffix, self.sizeThere) = (parcel, end, suffix, sizeThere)
    }

    /// The files by their names at the destination, with their sizes if known.
    func filesThere() -> [String: Int64] {
        Dictionary(
            parcel.files.map { ($0.key + suffix, sizeThere($0.key) ?? $0.value) }
        ) { first, _ in first }
    }

    /// A copy of a record with local file names.
    func namedHere(_ record: SendRecord?) -> SendRecord? {
        guard var record, !suffix.isEmpty else { return record }
        let files = record.files.compactMap { name, size -> (String, Int64)? in
            name.hasSuffix(suffix) ? (String(name.dropLast(suffix.count)), size) : nil
        }
        record.files = Dictionary(files) { first, _ in first }
        return record
    }
}
