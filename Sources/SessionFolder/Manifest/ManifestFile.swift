// A sample file's entry in the manifest: enough to find the file's result, to parse the file, to
// tell whether a byte of it changed, and to know what of each sensor is in it and what is not.

internal import FLACFile
internal import Research
public import SampleFile
public import Timebase

extension SessionManifest {
    /// The files that hold samples, without those that were lost while they were written.
    package var sampleFiles: [File] { files.filter { $0.layout != .document && !$0.isLost } }

    /// One file of samples.
    public struct File: Hashable, Sendable, Codable {
        /// Its name in the folder; never a way out of it.
        public var path: String
        /// The identifier of its file result.
        public var identifier: String
        /// What it is; of a compressed file, what is in it.
        public var contentType: String
        public var layout: Layout
        /// How it is compressed; of a plain file the key is absent.
        public var compression: SampleFileCompression?
        public var startDate: DateStamp
        public var endDate: DateStamp?
        /// Seconds of CLOCK_BOOTTIME at the file's start marker.
        public var startUptime: BootInstant
        private var sectionsIfAny: [String]?
        /// Where on the body its sensors sat, such as "lower back".
        public var placement: String?
        /// Its device's place in the manifest's `devices`, from 0.
        public var device: Int?
        /// The columns in their order; what a CSV file without a header needs to be read.
        public var columns: [String]?
        /// What each of the columns holds, by the words of `ColumnType`; older manifests do not say it.
        var columnTypes: [String]?
        /// The type of the recorder that writes it, as task files have it; older manifests do not say it.
        public var recorder: String?
        /// Known once the file is closed, as are `checksum` and `records`.
        public var size: Int64?
        public var checksum: String?
        /// Markers and gaps included.
        public var records: Int?
        /// Whether its writer, or a repair, ended it.
        public var closed: Bool
        public var sensors: [Sensor]
        /// Why the file ends early, where it does.
        public var error: String?
        private var lostIfSo: Bool?

        /// Whether somebody deleted it, cut it, moved it or replaced it while it was written.
        ///
        /// What lies under its name, if anything, is not it then. If not, the key `lost` is absent.
        public var isLost: Bool {
            get { lostIfSo ?? false }
            set { lostIfSo = newValue ? true : nil }
        }

        /// The sections that its recorder ran in, the outermost first; without any the key is absent.
        public var sections: [String] {
            get { sectionsIfAny ?? [] }
            set { sectionsIfAny = newValue.isEmpty ? nil : newValue }
        }

        /// What it was when it was closed; `nil` for what nobody closed, or counted.
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
            startDate: DateStamp,
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
        /// Comma-separated values under a line of names.
        case csv
        /// Comma-separated values alone.
        case csvWithoutHeader
        /// Not records: a file that is only kept, such as the truth beside a synthetic walk.
        case document
    }

    /// What a file holds of one type of sensor.
    public struct Sensor: Hashable, Sendable {
        public var sensorType: String
        /// Samples in the file; gap records are none.
        public var samples: Int
        /// Samples that the file accounts for without having them, by the reason of the gaps.
        public var lostByReason: [String: Int]
        public var nominalRateInHertz: Double?
        public var measuredRateInHertz: Double?
        /// What a reader has to know of its values: units, axes, signs.
        public var meaning: String?

        /// The reasons that this version writes.
        private static let knownReasons = [
            "ring", "device", "kernel", "source", "paused", "disk",
        ]

        /// Everything in `lostByReason`.
        public var lost: Int { lostByReason.values.reduce(0, Self.addWithoutOverflow) }

        /// What of that nobody had wished for: while a recorder is paused, nothing is to be recorded.
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
    /// Whether it is a sound that our encoder has written: how the blocks lie of anybody else's, nobody knows here.
    var isOurSound: Bool {
        contentType == FLACMending.contentType
            && recorder == RSDAsyncActionType.microphone.rawValue
    }
}
