// A sample file's entry in the manifest: enough to make the file's result, to parse the file, to detect any
// change, and to know which samples of each sensor it holds and which it lacks.

internal import FLACFile
internal import Research
public import SampleFile
public import Timebase

extension SessionManifest {
    /// The files that hold samples, without those that were lost while they were written.
    package var sampleFiles: [File] { files.filter { $0.layout != .document && !$0.isLost } }

    /// One file of the session.
    public struct File: Hashable, Sendable, Codable {
        /// Its name in the folder; never a path that leads out of it.
        public var path: String
        /// The identifier of its file result.
        public var identifier: String
        /// Its content type; for a compressed file, that of the uncompressed content.
        public var contentType: String
        public var layout: Layout
        /// How it is compressed; absent for an uncompressed file.
        public var compression: SampleFileCompression?
        public var startDate: LocalDate
        public var endDate: LocalDate?
        /// Seconds of CLOCK_BOOTTIME at the file's start marker.
        public var startUptime: BootInstant
        private var sectionsIfAny: [String]?
        /// Where on the body its sensors sat, such as "lower back".
        public var placement: String?
        /// The index of its device in the manifest's `devices`.
        public var device: Int?
        /// The columns in their order; needed to read a CSV file without a header.
        public var columns: [String]?
        /// The types of the columns, in the words of `ColumnType`; absent in older manifests.
        var columnTypes: [String]?
        /// The type of the recorder that writes it, as in task files; absent in older manifests.
        public var recorder: String?
        /// Known once the file is closed, as are `checksum` and `records`.
        public var size: Int64?
        public var checksum: String?
        /// The number of records, including markers and gaps.
        public var records: Int?
        /// True if its writer, or a repair, closed it.
        public var closed: Bool
        public var sensors: [Sensor]
        /// Why the file ends early, if it does.
        public var error: String?
        private var lostIfSo: Bool?

        /// True if the file was deleted, cut, moved or replaced while it was written.
        ///
        /// A file that has its name now is another one. If false, the key `lost` is absent.
        public var isLost: Bool {
            get { lostIfSo ?? false }
            set { lostIfSo = newValue ? true : nil }
        }

        /// The sections that its recorder ran in, the outermost first; if there are none, the key is absent.
        public var sections: [String] {
            get { sectionsIfAny ?? [] }
            set { sectionsIfAny = newValue.isEmpty ? nil : newValue }
        }

        /// The state of the file when it was closed; `nil` if it was not closed, or its records were not counted.
        var seal: Seal? {
            guard closed, let size, let checksum, let records else { return nil }
            return Seal(size: size, checksum: checksum, records: records, sensors: sensors)
        }

        private enum CodingKeys: String, CodingKey {
            case path, identifier, contentType, layout, compression, startDate, endDate, startUptime
            case sectionsIfAny = "sections"
            case placement, device, columns, columnTypes, recorder, size, checksum, records, closed
            case sensors, error
            case lostIfSo = "lost"
        }

        /// Describes a file that has just been created.
        public init(
            path: String,
            identifier: String,
            contentType: String,
            layout: Layout,
            startDate: LocalDate,
            startUptime: BootInstant,
            sections: [String] = [],
            placement: String? = nil,
            schema: RecordSchema? = nil,
            recorder: String? = nil,
            sensors: [Sensor] = []
        ) {
            self.path = path
            self.identifier = identifier
            self.contentType = contentType
            self.layout = layout
            self.startDate = startDate
            self.startUptime = startUptime
            self.placement = placement
            columns = schema?.columns.map(\.name)
            columnTypes = schema?.columns.map { ColumnType($0.kind).rawValue }
            self.recorder = recorder
            self.closed = false
            self.sensors = sensors
            self.sections = sections
        }
    }

    /// How a file's bytes are laid out.
    public enum Layout: String, Hashable, Sendable, Codable, CaseIterable {
        /// A JSON array of records.
        case array
        /// A JSON object with `startDate` and the array `items`.
        case dictionary
        /// Comma-separated values with a header.
        case csv
        /// Comma-separated values without a header.
        case csvWithoutHeader
        /// Not records: any other file, such as the ground truth of a synthetic walk.
        case document
    }

    /// What a file holds of one type of sensor.
    public struct Sensor: Hashable, Sendable {
        public var sensorType: String
        /// The number of samples in the file, without gap records.
        public var samples: Int
        /// Lost samples by reason: those in gap records and, if writing failed, those that only the writer counted.
        public var lostByReason: [String: Int]
        public var nominalRateInHertz: Double?
        public var measuredRateInHertz: Double?
        /// What a reader must know about its values: units, axes, signs.
        public var meaning: String?

        /// The reasons that this version writes.
        private static let knownReasons = [
            "ring", "device", "kernel", "source", "paused", "disk",
        ]

        /// The sum of `lostByReason`.
        public var lost: Int { lostByReason.values.reduce(0, Self.addWithoutOverflow) }

        /// The sum of `lostByReason` without pauses: no samples are expected while a recorder is paused.
        public var missing: Int {
            lostByReason.filter { $0.key != "paused" }.values.reduce(0, Self.addWithoutOverflow)
        }

        /// Describes a sensor type; reasons that are not given count 0.
        public init(
            sensorType: String,
            samples: Int,
            lostByReason: [String: Int] = [:],
            nominalRateInHertz: Double? = nil,
            measuredRateInHertz: Double? = nil,
            meaning: String? = nil
        ) {
            self.sensorType = sensorType
            self.samples = samples
            self.lostByReason = lostByReason
            for reason in Self.knownReasons { self.lostByReason[reason, default: 0] += 0 }
            self.nominalRateInHertz = nominalRateInHertz
            self.measuredRateInHertz = measuredRateInHertz
            self.meaning = meaning
        }

        private static func addWithoutOverflow(_ left: Int, _ right: Int) -> Int {
            let sum = left.addingReportingOverflow(right)
            return sum.overflow ? .max : sum.partialValue
        }
    }
}

extension SessionManifest.Sensor: Codable {
    private enum CodingKeys: String, CodingKey {
        case sensorType, samples, lost, lostByReason, nominalRateInHertz, measuredRateInHertz
        case meaning
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            sensorType: try values.decode(String.self, forKey: .sensorType),
            samples: try values.decode(Int.self, forKey: .samples),
            lostByReason: try values.decode([String: Int].self, forKey: .lostByReason),
            nominalRateInHertz: try values.decodeIfPresent(
                Double.self,
                forKey: .nominalRateInHertz
            ),
            measuredRateInHertz: try values.decodeIfPresent(
                Double.self,
                forKey: .measuredRateInHertz
            ),
            meaning: try values.decodeIfPresent(String.self, forKey: .meaning)
        )
        guard samples >= 0, lostByReason.values.allSatisfy({ $0 >= 0 }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .samples,
                in: values,
                debugDescription: "a count is negative"
            )
        }
        let written = try values.decode(Int.self, forKey: .lost)
        guard written == lost else {
            throw DecodingError.dataCorruptedError(
                forKey: .lost,
                in: values,
                debugDescription: "\(written) lost, but the reasons add up to \(lost)"
            )
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(sensorType, forKey: .sensorType)
        try values.encode(samples, forKey: .samples)
        try values.encode(lost, forKey: .lost)
        try values.encode(lostByReason, forKey: .lostByReason)
        try values.encodeIfPresent(nominalRateInHertz, forKey: .nominalRateInHertz)
        try values.encodeIfPresent(measuredRateInHertz, forKey: .measuredRateInHertz)
        try values.encodeIfPresent(meaning, forKey: .meaning)
    }
}

extension SessionManifest.File {
    /// True for a sound that Footfall's encoder wrote; the block layout of other encoders is unknown here.
    var isOurSound: Bool {
        contentType == FLACRecovery.contentType
            && recorder == RSDAsyncActionType.microphone.rawValue
    }
}
