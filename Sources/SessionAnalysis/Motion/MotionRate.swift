// Determines a sensor's rate from its first readings and from the session's statement. The number of readings divided
// by the file's duration would be wrong: it would count gaps and pauses.

internal import MotionRecorder
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// The rate at which a sensor measures.
struct MotionRate {
    /// The number of readings a second.
    let inHertz: Double
    /// True if many readings have the time at which their batch arrived, so that their exact times are unknown.
    let isOfArrivals: Bool

    /// At least this many readings are used, over at least this time.
    private static let mostReadings = 1000
    private static let leastNanoseconds: Int64 = 5_000_000_000
    /// The largest number of readings used.
    private static let mostReadingsOfAll = 50_000
    /// The rate for at most one reading, for which it does not matter.
    private static let ofTooFew = 1.0
    private static let rates = 1e-3...1e6
    /// The session's statement is used if the measured rate divided by it is within this range.
    private static let agreement = 0.75...1.34
    /// For batched readings, the intervals within batches make up at most this share of the time.
    private static let mostWithinBatches = 0.1
    /// After an interval of more medians than this, a reading is missing or a new batch begins.
    private static let latePeriods = 1.6
    /// With fewer intervals, the session's statement is always used.
    private static let fewestSteps = 16
    /// If fewer readings than this are not later than the one before them, they are ignored.
    private static let fewestLate = 16
    /// The largest size of a batch, and the smallest number of batches.
    private static let longestBatch = 512
    private static let fewestBatches = 3

    /// Reads as many readings of a type as are needed.
    init(
        of type: MotionSensorType,
        by sensor: MotionSensor,
        in session: Session
    ) throws(SampleFileError) {
        let source = try VectorSource(
            type,
            of: sensor,
            in: session,
            longestGap: .max,
            tellsCourse: false
        )
        var steps: [Int64] = []
        var (span, last): (Int64, Int64?) = (0, nil)
        while steps.count < Self.mostReadings || span < Self.leastNanoseconds,
            steps.count < Self.mostReadingsOfAll, let reading = try source.next()
        {
            if let last { steps.append(reading.instant.subtractingClamped(last)) }
            span += steps.last ?? 0
            last = reading.instant
        }
        self.init(steps, late: source.leftOut.late, told: sensor.rateInHertz(of: type))
    }

    /// Determines the rate from intervals between readings, in nanoseconds.
    ///
    /// - Parameters:
    ///   - steps: The intervals, all above 0.
    ///   - late: How many readings were not later than those before them.
    ///   - told: The session's statement in hertz.
    init(_ steps: [Int64], late: Int = 0, told: Double?) {
        let told = told.flatMap { Self.rates ~= $0 ? $0 : nil }
        guard !steps.isEmpty else {
            (inHertz, isOfArrivals) = (told ?? Self.ofTooFew, false)
            return
        }
        let median = Double(max(1, steps.sorted()[steps.count / 2]))
        let longest = Self.latePeriods * median
        let short = steps.map(Double.init).filter { $0 <= longest }
        let within = short.reduce(0, +)
        let batches = steps.count - short.count
        let all = steps.reduce(0) { $0 + Double($1) }
        let comeTogether =
            batches >= Self.fewestBatches && batches * Self.longestBatch >= steps.count
            && within < Self.mostWithinBatches * all
            && Self.areAlike(steps, longerThan: longest)
        isOfArrivals = comeTogether || late >= max(steps.count, Self.fewestLate)
        let mean = 1e9 * Double(steps.count) / max(1, all)
        let read = comeTogether ? mean : 1e9 * Double(short.count) / max(1, within)
        if let told,
            isOfArrivals || steps.count < Self.fewestSteps || Self.agreement ~= read / told
                || read > told && Self.agreement ~= mean / told
        {
            inHertz = told
        } else {
            inHertz = min(max(read, Self.rates.lowerBound), Self.rates.upperBound)
        }
    }

    /// True if most of the longer intervals are similar, as those between batches are.
    private static func areAlike(_ steps: [Int64], longerThan least: Double) -> Bool {
        let long = steps.lazy.map(Double.init).filter { $0 > least }.sorted()
        let median = long[long.count / 2]
        let alike = long.count { 0.5 * median...2 * median ~= $0 }
        return 2 * alike >= long.count
    }

    /// The longest interval between readings without a gap, in nanoseconds.
    static func longestGap(atHertz rate: Double) -> Int64 {
        Int64((MotionReader.periodsBetween * 1e9 / rate).rounded())
    }
}
