// The columns that the records of all recorders have in common. A reader skips keys that it is not asked for, so
// checking and recovery need not know any recorder.

internal import SampleFile
internal import SystemCalls

/// The columns that a survey uses, and their indexes in the schema that reads a file.
struct SurveySchema {
    let schema: RecordSchema
    let uptime: Int
    let timestamp: Int
    let sensorType: Int
    let lost: Int
    let reason: Int
    let marker: Int
    let estimated: Int?
    /// The columns of the three axes, if all three are numbers.
    let axes: (x: Int, y: Int, z: Int)?

    /// Makes the schema for a file.
    ///
    /// If its rows have no header, this needs the columns that the manifest lists.
    ///
    /// - Parameters:
    ///   - file: the file's entry in the manifest.
    ///   - readings: true if measured values, too, must have the type that the manifest says.
    init(for file: SessionManifest.File, readings: Bool = false) {
        let names = file.layout.isRows ? file.columns ?? [] : []
        // Rows without a header have exactly the columns that the manifest lists.
        let isOpen = file.layout != .csvWithoutHeader
        self.init(columns: names, typed: readings ? file.typedColumns : [], isOpen: isOpen)
    }

    /// Returns the strictest schema that fits a file's records.
    ///
    /// If only a few records have a value of another type, these records are wrong. If most records do, the manifest is
    /// wrong, and its types are ignored.
    static func fitting(_ file: SessionManifest.File, in folder: OpenFolder) -> SurveySchema {
        let strict = SurveySchema(for: file, readings: true)
        let plain = SurveySchema(for: file)
        let typed = examine(file, in: folder, strict)
        if typed?.isComplete == true { return strict }
        let all = examine(file, in: folder, plain)?.intactRecords ?? 0
        return (typed?.intactRecords ?? 0) > all / 2 ? strict : plain
    }

    private static func examine(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ columns: SurveySchema
    ) -> SampleFileCondition? {
        try? SampleFileRecovery.examine(
            file.path,
            in: folder,
            schema: columns.schema,
            assuming: file.layout.sampleFileLayout
        )
    }

    /// The given columns in their order, and those that a survey needs besides.
    private init(columns names: [String], typed: [RecordSchema.Column], isOpen: Bool) {
        var columns: [RecordSchema.Column] = []
        for name in names where !columns.contains(where: { $0.name == name }) {
            // A text column accepts any value.
            let common = (RecordSchema.commonColumns + typed).first { $0.name == name }
            columns.append(common ?? RecordSchema.Column(name, .text))
        }
        if names.isEmpty || !Set(names).isSuperset(of: Self.needed) {
            columns += RecordSchema.commonColumns.filter { !names.contains($0.name) }
        }
        if isOpen { columns += typed.filter { !names.contains($0.name) } }
        // If a file has a header, the manifest lists its columns, in any order.
        let schema =
            names.isEmpty
            ? RecordSchema(columns, inEveryRecord: RecordSchema.commonColumnsInEveryRecord)
            : RecordSchema(columns)
        self.schema = schema
        func place(_ name: String) -> Int { schema.index(of: name) ?? 0 }
        uptime = place("uptime")
        timestamp = place("timestamp")
        sensorType = place("sensorType")
        lost = place("lost")
        reason = place("reason")
        marker = place("marker")
        estimated = schema.index(of: "estimated")
        let numbers = MotionSurvey.channels.compactMap { name in
            schema.index(of: name).flatMap { schema.columns[$0].kind == .number ? $0 : nil }
        }
        axes = numbers.count == 3 ? (numbers[0], numbers[1], numbers[2]) : nil
    }

    private static let needed = ["uptime", "timestamp", "sensorType", "lost", "reason"]
}

extension SessionManifest.Layout {
    /// The same layout in terms of `SampleFile`; `nil` for a file that has no samples.
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
    /// The same layout in terms of the manifest.
    var manifestLayout: SessionManifest.Layout {
        switch self {
        case .jsonArray: .array
        case .jsonDictionary: .dictionary
        case .csv(header: true): .csv
        case .csv(header: false): .csvWithoutHeader
        }
    }
}
