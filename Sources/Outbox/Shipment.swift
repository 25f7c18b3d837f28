// A parcel and the way that it takes: as it lies, or encrypted, when its files have other names and sizes there.

/// What of a session goes, and by which end.
struct Shipment {
    /// The session's files, by their names here.
    let parcel: Parcel
    /// The end by which they go, which is spoken to in names here.
    let end: any FarEnd
    /// What their names end with there.
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

    /// The files by their names there, with their sizes as far as they are known.
    func filesThere() -> [String: Int64] {
        Dictionary(
            parcel.files.map { ($0.key + suffix, sizeThere($0.key) ?? $0.value) }
        ) { first, _ in first }
    }

    /// A record with the names of its files here.
    func namedHere(_ record: SendRecord?) -> SendRecord? {
        guard var record, !suffix.isEmpty else { return record }
        let files = record.files.compactMap { name, size -> (String, Int64)? in
            name.hasSuffix(suffix) ? (String(name.dropLast(suffix.count)), size) : nil
        }
        record.files = Dictionary(files) { first, _ in first }
        return record
    }
}
