// One pass over a file's records collects all that a check and a recovery need to know: the samples of each
// sensor, the losses that the file itself counts, and whether times ever go back.

internal import SystemCalls

/// The measuring range of the three axes, for each sensor type whose range is in the manifest.
typealias SensorRanges = [String: SIMD3<Double>]

/// Statistics of the records of one file, by sensor.
struct SampleSurvey: Equatable {
    /// The parts of a record that the survey uses.
    struct Record {
        /// Counted from 1.
        var number: Int
        var byteOffset: Int64
        var uptime: Double?
        var timestamp: Double?
        var lost: Int64?
        /// True if the number of lost samples is an estimate.
        var isEstimated = false
        /// The values of its three axes, if it has them.
        var axes: SIMD3<Double>?
    }

    /// The first record with a fault, and how many records have it.
    struct Fault: Equatable {
        var record: Int
        var byteOffset: Int64
        var count = 1
    }

    /// Statistics of one sensor type.
    struct Sensor: Equatable {
        var samples = 0
        var lostByReason: [String: Int] = [:]
        /// The reasons of which at least one loss is an estimate.
        var estimatedReasons: Set<String> = []
        /// The earliest and the latest time of a sample; `lastUptime` is the latest time of any record.
        var firstSampleUptime: Double?
        var lastSampleUptime: Double?
        var lastUptime: Double?
        var lastTimestamp: Double?
        var uptimeGoesBack: Fault?
        var timestampGoesBack: Fault?
        /// A gap record that counts less than one lost sample.
        var emptyGap: Fault?
        /// How evenly the sensor was sampled.
        var intervals = IntervalSurvey()
        /// What its values show, if it is an inertial sensor.
        var motion: MotionSurvey?
    }

    private(set) var records = 0
    private(set) var markers = 0
    /// True if the records include a recorder's start marker.
    private(set) var hasStartMarker = false
    /// The statistics of each sensor, in the order of first occurrence.
    private var found: [Sensor] = []
    private var places: [String: Int] = [:]
    /// The time of the first record that has one.
    private(set) var firstUptime: Double?
    /// The latest time of any record in the file.
    private(set) var lastUptime: Double?
    /// The measuring ranges that the manifest has.
    private let ranges: SensorRanges

    /// Starts a survey without records.
    init(ranges: SensorRanges = [:]) { self.ranges = ranges }

    /// Adds a record without a sensor: a marker.
    mutating func addMarker(_ record: Record, isStart: Bool = false) {
        records += 1
        markers += 1
        if isStart { hasStartMarker = true }
        noteTime(record)
    }

    /// Adds a sample of a sensor, or a gap if the record counts lost samples.
    mutating func add(_ record: Record, sensorType: String, reason: String?) {
        add(record, of: place(of: sensorType), reason: reason)
    }

    /// Adds a record of a sensor whose index is known: a file has millions of records of few sensors.
    mutating func add(_ record: Record, of place: Int, reason: String?) {
        records += 1
        noteTime(record)
        found[place].add(record, reason: reason)
    }

    /// Returns the index of a sensor, and adds the sensor if it is new.
    mutating func place(of sensorType: String) -> Int {
        if let place = places[sensorType] { return place }
        // A file that names a new sensor in each record must not fill the memory, so the names are limited.
        let name = found.count < Self.distinctSensors ? sensorType : Self.others
        if let place = places[name] { return place }
        places[name] = found.count
        found.append(Sensor(of: name, range: ranges[name]))
        return found.count - 1
    }

    /// The statistics of each sensor, by its type.
    var sensors: [String: Sensor] { places.mapValues { found[$0] } }

    /// The common name of sensor types and reasons beyond a maximum number.
    static let others = "(others)"
    private static let distinctSensors = 256

    private mutating func noteTime(_ record: Record) {
        guard let uptime = record.uptime else { return }
        firstUptime = firstUptime ?? uptime
        lastUptime = max(lastUptime ?? uptime, uptime)
    }
}

extension SampleSurvey.Sensor {
    /// Starts the statistics of a sensor type.
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

    /// Samples per second between the first and the last, as recorders measure it: lost samples do not count.
    ///
    /// It is `nil` if no number can express it.
    var measuredRateInHertz: Double? {
        guard let firstSampleUptime, let lastSampleUptime, lastSampleUptime > firstSampleUptime,
            samples > 1
        else { return nil }
        // Times that almost coincide make an infinite rate.
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
