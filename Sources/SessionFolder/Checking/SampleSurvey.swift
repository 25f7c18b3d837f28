// One pass over a file's records gathers all that a check and a closing need to know: what there is
// of each sensor, what is missing by the file's own account, and whether time ever goes back.

internal import SystemCalls

/// The ends of the ranges of the three axes, for each sensor type of which the manifest tells them.
typealias SensorRanges = [String: SIMD3<Double>]

/// What the records of one file say, sensor by sensor.
struct SampleSurvey: Equatable {
    /// A record, as far as it matters here.
    struct Record {
        /// From 1.
        var number: Int
        var byteOffset: Int64
        var uptime: Double?
        var timestamp: Double?
        var lost: Int64?
        /// Whether nobody has counted the lost ones.
        var isEstimated = false
        /// The values of its three axes, where it has them.
        var axes: SIMD3<Double>?
    }

    /// A place where something is not as it must be, and how often it is so.
    struct Fault: Equatable {
        var record: Int
        var byteOffset: Int64
        var count = 1
    }

    /// What there is of one sensor type.
    struct Sensor: Equatable {
        var samples = 0
        var lostByReason: [String: Int] = [:]
        /// The reasons of losses of which one at least was not counted.
        var estimatedReasons: Set<String> = []
        /// The first and the last time of a sample, and the last one of any record.
        var firstSampleUptime: Double?
        var lastSampleUptime: Double?
        var lastUptime: Double?
        var lastTimestamp: Double?
        var uptimeGoesBack: Fault?
        var timestampGoesBack: Fault?
        /// A gap that counts less than one sample.
        var emptyGap: Fault?
        /// How evenly it was sampled.
        var intervals = IntervalSurvey()
        /// What its values tell of it, if it is an inertial sensor.
        var motion: MotionSurvey?
    }

    private(set) var records = 0
    private(set) var markers = 0
    /// Whether a recorder's first mark is among the records.
    private(set) var hasStartMarker = false
    /// What there is of each sensor, in the order in which they were met.
    private var found: [Sensor] = []
    private var places: [String: Int] = [:]
    /// The time of the first record that has one.
    private(set) var firstUptime: Double?
    /// The latest time in the file, of whatever record.
    private(set) var lastUptime: Double?
    /// The ends of the ranges of sensors' axes, as far as the manifest tells them.
    private let ranges: SensorRanges

    /// A survey that has seen no record.
    init(ranges: SensorRanges = [:]) { self.ranges = ranges }

    /// Takes in a record without a sensor: a marker.
    mutating func addMarker(_ record: Record, isStart: Bool = false) {
        records += 1
        markers += 1
        if isStart { hasStartMarker = true }
        noteTime(record)
    }

    /// Takes in a sample of a sensor, or a gap in its samples when the record counts lost ones.
    mutating func add(_ record: Record, sensorType: String, reason: String?) {
        add(record, of: place(of: sensorType), reason: reason)
    }

    /// The same, of a sensor whose place is known: a file has millions of records of few sensors.
    mutating func add(_ record: Record, of place: Int, reason: String?) {
        records += 1
        noteTime(record)
        found[place].add(record, reason: reason)
    }

    /// The place of a sensor among those that were met.
    mutating func place(of sensorType: String) -> Int {
        if let place = places[sensorType] { return place }
        // A file that names a new sensor in each record must not fill the memory.
        let name = found.count < Self.distinctSensors ? sensorType : Self.others
        if let place = places[name] { return place }
        places[name] = found.count
        found.append(Sensor(of: name, range: ranges[name]))
        return found.count - 1
    }

    /// What there is of each sensor, by its type.
    var sensors: [String: Sensor] { places.mapValues { found[$0] } }

    /// What sensor types and reasons beyond the first many are called together.
    static let others = "(others)"
    private static let distinctSensors = 256

    private mutating func noteTime(_ record: Record) {
        guard let uptime = record.uptime else { return }
        firstUptime = firstUptime ?? uptime
        lastUptime = max(lastUptime ?? uptime, uptime)
    }
}

extension SampleSurvey.Sensor {
    /// What there is of a sensor type, before its first record.
    init(of sensorType: String, range: SIMD3<Double>? = nil) {
        motion = MotionSurvey.Kind(sensorType: sensorType).map { MotionSurvey($0, range: range) }
    }

    var lost: Int { lostByReason.values.reduce(0) { $0.addingClamped($1) } }

    mutating func add(_ record: SampleSurvey.Record, reason: String?) {
        if let lost = record.lost {
            if lost < 1 {
                Self.count(&emptyGap, record)
            } else {
                let isKept = lostByReason.count < 16 || lostByReason[reason ?? ""] != nil
                let reason = isKept ? reason ?? "unknown" : SampleSurvey.others
                lostByReason[reason] = (lostByReason[reason] ?? 0).addingClamped(Int(lost))
                if record.isEstimated { estimatedReasons.insert(reason) }
                intervals.addGap(
                    of: Int(lost),
                    isPause: reason == "paused",
                    at: record.uptime
                )
            }
        } else {
            samples += 1
            if let uptime = record.uptime {
                firstSampleUptime = min(firstSampleUptime ?? uptime, uptime)
                lastSampleUptime = max(lastSampleUptime ?? uptime, uptime)
                intervals.addSample(at: uptime)
                if let axes = record.axes { motion?.add(axes, at: uptime) }
            }
        }
        if let uptime = record.uptime {
            if let lastUptime, uptime < lastUptime {
                Self.count(&uptimeGoesBack, record)
            } else {
                lastUptime = uptime
            }
        }
        if let timestamp = record.timestamp {
            if let lastTimestamp, timestamp < lastTimestamp {
                Self.count(&timestampGoesBack, record)
            } else {
                lastTimestamp = timestamp
            }
        }
    }

    /// Samples in the file a second between the first and the last, as recorders measure it: lost
    /// ones are not among them; `nil` where no number says it.
    var measuredRateInHertz: Double? {
        guard let firstSampleUptime, let lastSampleUptime, lastSampleUptime > firstSampleUptime,
            samples > 1
        else { return nil }
        // Times that almost coincide make a rate that no number holds.
        let rate = Double(samples - 1) / (lastSampleUptime - firstSampleUptime)
        return rate.isFinite ? rate : nil
    }

    private static func count(_ fault: inout SampleSurvey.Fault?, _ record: SampleSurvey.Record) {
        if fault == nil {
            fault = SampleSurvey.Fault(record: record.number, byteOffset: record.byteOffset)
        } else {
            fault?.count += 1
        }
    }
}
