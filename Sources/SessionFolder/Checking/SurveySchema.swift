// What a session's records have in common whichever recorder wrote them. A reader passes over keys
// that it is not asked for, so checking and mending need not know any recorder.

internal import SampleFile

/// The columns that a survey looks at, and where they are in the schema that reads a file.
struct SurveySchema {
    let schema: RecordSchema
    let uptime: Int
    let timestamp: Int
    let sensorType: Int
    let lost: Int
    let reason: Int
    let marker: Int

    /// The schema for a file; its own columns are needed where its rows have no names.
    init(for file: SessionManifest.File) {
        let isCSV = file.layout == .csv || file.layout == .csvWithoutHeader
        self.init(columns: isCSV ? file.columns ?? [] : [])
    }

    /// The columns given, in their order, and whatever a survey needs besides.
    private init(columns names: [String]) {
        var columns: [RecordSchema.Column] = []
        for name in names where !columns.contains(where: { $0.name == name }) {
            // A text column takes whatever a row has there.
            let common = RecordSchema.commonColumns.first { $0.name == name }
            columns.append(common ?? RecordSchema.Column(name, .text))
        }
        if names.isEmpty || !Set(names).isSuperset(of: Self.needed) {
            columns += RecordSchema.commonColumns.filter { !names.contains($0.name) }
        }
        let schema = RecordSchema(columns)
        self.schema = schema
        func place(_ name: String) -> Int { schema.index(of: name) ?? 0 }
        uptime = place("uptime")
        timestamp = place("timestamp")
        sensorType = place("sensorType")
        lost = place("lost")
        reason = place("reason")
        marker = place("marker")
    }

    private static let needed = ["uptime", "timestamp", "sensorType", "lost", "reason"]
}

extension SessionManifest.Layout {
    /// How the reading of sample files calls it; `nil` for what is no sample file.
    var sampleFileLayout: SampleFileLayout? {
        switch self {
        case .array: .jsonArray
        case .dictionary: .jsonDictionary(startDate: "")
        case .csv: .csv(header: true)
        case .csvWithoutHeader: .csv(header: false)
        case .document: nil
        }
    }
}

extension SampleFileLayout {
    /// How a manifest calls it.
    var manifestLayout: SessionManifest.Layout {
        switch self {
        case .jsonArray: .array
        case .jsonDictionary: .dictionary
        case .csv(header: true): .csv
        case .csv(header: false): .csvWithoutHeader
        }
    }
}
