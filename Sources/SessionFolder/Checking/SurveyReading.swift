// Reads a file into a `SampleSurvey`. A file may have millions of records of a few sensors, so sensor names are
// compared as bytes and converted to a `String` only once.

internal import SampleFile
internal import SystemCalls

/// The survey of a file.
struct SurveyedFile {
    var survey: SampleSurvey
    /// Why the reading stopped before the file's end, if it did.
    var problem: SampleFileError?

    /// Reads a file that a run may still be writing.
    ///
    /// If the end of the file is being overwritten at that moment, reads again.
    static func readLive(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        ranges: SensorRanges
    ) -> SurveyedFile {
        var found = read(file, in: folder, ranges: ranges)
        for _ in 0..<attempts where found.problem != nil {
            found = read(file, in: folder, ranges: ranges)
        }
        return found
    }

    private static let attempts = 20

    /// All that one pass finds in a file that is whole.
    struct Whole {
        var condition: SampleFileCondition
        var survey: SampleSurvey
        var digest: (size: Int64, checksum: String)
    }

    /// Reads a file once; returns `nil` unless it is whole and has only values of the types in the manifest.
    ///
    /// This is the usual case, and needs no second pass.
    static func readIfWhole(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        ranges: SensorRanges = [:]
    ) -> Whole? {
        let schema = SurveySchema(for: file, readings: true)
        guard let (condition, survey, digest) = examine(file, in: folder, schema, ranges),
            condition.isComplete, let digest
        else { return nil }
        return Whole(condition: condition, survey: survey, digest: digest)
    }

    /// True if a damaged file has lines that look like records, but none with a time: other documents, too, have
    /// objects on lines of their own.
    static func isForeign(_ file: SessionManifest.File, in folder: OpenFolder) -> Bool {
        guard let (condition, survey, _) = examine(file, in: folder, SurveySchema(for: file)) else {
            return false
        }
        return !condition.isComplete && survey.records > 0 && survey.firstUptime == nil
    }

    /// Returns all that one pass finds; `nil` if the file cannot be read, or is not a list of records.
    private static func examine(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ columns: SurveySchema,
        _ ranges: SensorRanges = [:]
    ) -> (SampleFileCondition, SampleSurvey, (size: Int64, checksum: String)?)? {
        var surveying = Surveying(columns, ranges)
        let examined = try? SampleFileRecovery.examine(
            file.path,
            in: folder,
            schema: columns.schema,
            assuming: RepairedFile.layout(of: file),
            givingTo: &surveying
        )
        return examined.map { ($0.found, surveying.survey, $0.digest) }
    }

    /// Reads a whole file; an error is part of the returned value.
    static func read(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        ranges: SensorRanges = [:]
    ) -> SurveyedFile {
        let strict = read(file, in: folder, SurveySchema(for: file, readings: true), ranges)
        switch strict.problem?.kind {
        case .wrongType, .outOfRange:
            return read(file, in: folder, SurveySchema.fitting(file, in: folder), ranges)
        case .system, .foreign, .torn, .damaged, .lineTooLong, nil:
            return strict
        }
    }

    private static func read(
        _ file: SessionManifest.File,
        in folder: OpenFolder,
        _ columns: SurveySchema,
        _ ranges: SensorRanges
    ) -> SurveyedFile {
        var surveying = Surveying(columns, ranges)
        var problem: SampleFileError?
        do throws(SampleFileError) {
            var reader = try SampleFileReader(
                opening: file.path,
                in: folder,
                schema: columns.schema,
                csvHeader: file.layout != .csvWithoutHeader
            )
            while let batch = try reader.nextBatch() { surveying.take(batch) }
        } catch {
            problem = error
        }
        return SurveyedFile(survey: surveying.survey, problem: problem)
    }
}

/// Collects the records of a file into a survey.
private struct Surveying: BatchTaking {
    let columns: SurveySchema
    private(set) var survey: SampleSurvey
    private var names = KnownTexts()

    init(_ columns: SurveySchema, _ ranges: SensorRanges) {
        self.columns = columns
        survey = SampleSurvey(ranges: ranges)
    }

    mutating func take(_ batch: RecordBatch) {
        for row in 0..<batch.count { survey.add(batch, row, columns, &names) }
    }
}

extension SampleSurvey {
    fileprivate mutating func add(
        _ batch: RecordBatch,
        _ row: Int,
        _ columns: SurveySchema,
        _ names: inout KnownTexts
    ) {
        var record = Record(
            number: batch.firstRecord + row,
            byteOffset: batch.byteOffset(row),
            uptime: batch.number(row, columns.uptime),
            timestamp: batch.number(row, columns.timestamp),
            lost: batch.integer(row, columns.lost)
        )
        if record.lost != nil, let estimated = columns.estimated {
            record.isEstimated = batch.boolean(row, estimated) ?? false
        }
        if record.lost == nil, let axes = columns.axes, let x = batch.number(row, axes.x),
            let y = batch.number(row, axes.y), let z = batch.number(row, axes.z)
        {
            record.axes = SIMD3(x, y, z)
        }
        if let sensorType = batch.text(row, columns.sensorType) {
            let reason = record.lost == nil ? nil : batch.text(row, columns.reason)
            let place: Int
            if let known = names.place(of: sensorType) {
                place = known
            } else {
                place = self.place(of: sensorType.description)
                names.note(sensorType, at: place)
            }
            add(record, of: place, reason: reason.map(String.init))
        } else {
            let isStart = batch.text(row, columns.marker).map { $0 == "start" }
            addMarker(record, isStart: isStart == true)
        }
    }
}

/// The names of sensors seen before, so that each is converted to a `String` only once.
private struct KnownTexts {
    private var known: [(bytes: [UInt8], place: Int)] = []

    /// Returns the index of a sensor seen before; `nil` for a new one.
    func place(of name: RecordText) -> Int? { known.first { name == $0.bytes }?.place }

    mutating func note(_ name: RecordText, at place: Int) {
        // A file that has a different name in each record must not fill the memory.
        if known.count < 64 { known.append((Array(name.description.utf8), place)) }
    }
}
