// The text around the records of a document.

extension SampleFileLayout {
    /// The text before the first record.
    func header(for schema: RecordSchema) -> [UInt8] {
        switch self {
        case .jsonArray:
            return Array("[\n".utf8)
        case .jsonDictionary(let startDate):
            return Array("{\"startDate\":".utf8) + TextEscaping.json(startDate)
                + Array(",\"items\":[\n".utf8)
        case .csv(header: true):
            let names = schema.columns.map { TextEscaping.csv($0.name) }
            return Array(names.joined(separator: Array(",".utf8))) + Array("\n".utf8)
        case .csv(header: false):
            return []
        }
    }

    /// The text after the last record.
    package var footer: [UInt8] {
        switch self {
        case .jsonArray: Array("\n]".utf8)
        case .jsonDictionary: Array("\n]}".utf8)
        case .csv: []
        }
    }

    /// True if both are the same; the start date may differ.
    func hasForm(of other: SampleFileLayout) -> Bool {
        switch (self, other) {
        case (.jsonDictionary, .jsonDictionary): true
        default: self == other
        }
    }

    var isCSV: Bool {
        switch self {
        case .jsonArray, .jsonDictionary: false
        case .csv: true
        }
    }
}
