// How often a sensor measures: its first readings tell it, and what the session says. What a file's readings come to by
// their number and time tells nothing: holes and pauses would count as time.

internal import MotionRecorder
internal import SampleFile
internal import SessionFolder
internal import SystemCalls

/// How often a sensor measures.
struct MotionRate {
    /// How many readings there are a second.
    let inHertz: Double
    /// Whether many readings have the time at which they came together: nobody knows when each was taken.
    let isOfArrivals: Bool

    /// So many readings tell it, and more until so much time.
    private static let mostReadings = 1000
    private static let leastNanoseconds: Int64 = 5_000_000_000
    /// However often they come, no more are read.
    private static let mostReadingsOfAll = 50_000
    /// Of what has one reading or none: it makes no difference.
    private static let ofTooFew = 1.0
    private static let rates = 1e-3...1e6
    /// What the session says counts where the readings differ from it by no more than this.
    private static let agreement = 0.75...1.34
    /// Of readings that come in batches, the times within batches are together no more than this share of all.
    private static let mostWithinBatches = 0.1
    /// Behind a time of more medians a reading is missing, or another batch begins.
    private static let latePeriods = 1.6
    /// Fewer times between readings contradict nothing that the session says.
    private static let fewestSteps = 16
    /// Fewer readings that are not later than those before them are strays.
    private static let fewestLate = 16
    /// A batch has no more readings than this, and there are at least so many of them.
    private static let longestBatch = 512
    private static let fewestBatches = 3

    /// Reads as many readings of a type as it takes.
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

    /// Tells it of the times between readings, in nanoseconds.
    ///
    /// - Parameters:
    ///   - steps: The times, all above 0.
    ///   - late: How many readings were not later than those before them.
    ///   - told: What the session says, in hertz.
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

    /// Whether most of the longer times between readings are about the same, as those between batches are.
    private static func areAlike(_ steps: [Int64], longerThan least: Double) -> Bool {
        let long = steps.lazy.map(Double.init).filter { $0 > least }.sorted()
        let median = long[long.count / 2]
        let alike = long.count { 0.5 * median...2 * median ~= $0 }
        return 2 * alike >= long.count
    }

    /// How far apart readings may be without a gap, in nanoseconds.
    static func longestGap(atHertz rate: Double) -> Int64 {
        Int64((MotionReader.periodsBetween * 1e9 / rate).rounded())
    }
}
