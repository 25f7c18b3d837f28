// Decides which maxima of the wavelet transform are foot contacts: one for each rise of the vertical acceleration that
// is high enough and does not follow the last contact too soon.

/// Finds contacts in the grid's points as they arrive.
struct ContactFinder: Sendable {
    /// The wavelet's scale for finding a step, as a share of the step period: 1 / (2π), at which the transform responds
    /// most.
    private static let findingDeviation = 0.159
    /// The scale for timing a contact: finer, so that the neighbouring steps have less influence.
    private static let timingDeviation = 0.1
    /// Added to the timing scale for slow steps, as a share of the time by which a step is longer than a brisk one:
    /// slow steps rise gently compared with the impact of the foot.
    private static let slowDeviation = 0.05
    private static let briskPeriod = 0.6
    /// A maximum of a rise must have at least this share of the steepest slope; the last such one is the contact.
    ///
    /// The body already rises before the foot comes down, and in a long step that earlier part of the rise is the
    /// steepest.
    private static let shareOfSteepest = 0.4
    /// The bounds of both scales, in points.
    private static let deviations = 3.0...16.0
    /// The step period that is assumed until one is found, in seconds.
    private static let usualPeriod = 0.55
    /// A rise of less than this, in g, is not a contact.
    private static let leastRise = 0.02
    /// A rise of less than this share of the running mean of the earlier ones is not a contact.
    private static let leastShareOfRises = 0.25
    /// Covers the longest step and the points examined around it.
    private static let fineCapacity = 256
    /// A contact that follows the last one sooner than this, or sooner than this share of the step period, is dropped.
    private static let leastStepInSeconds = 0.25
    private static let leastShareOfPeriod = 0.35
    /// After a pause of this length, any contact is accepted, and the mean rise starts over.
    private static let memoryInSeconds = 2.0

    /// A contact: its point on the grid, and how high the vertical acceleration rises there, in g.
    struct Found { var point: Double; var rise: Double }

    private var finding = StepWavelet()
    private var timing = StepWavelet()
    private var fine = [Double](repeating: 0, count: fineCapacity)
    private var period = StepPeriod()
    private let fixedPeriod: Double?
    private var slopes = (beforeLast: 0.0, last: 0.0)
    private var index = 0
    private var rise = 0.0
    private var riseStart = 0
    private var steepest: (point: Double, slope: Double)?
    private var lastContact: Double?
    private var meanRise = 0.0

    /// Uses the given step period; follows the period itself if `nil`.
    init(periodInSeconds: Double? = nil) {
        fixedPeriod = periodInSeconds
        scale()
    }

    /// The step period; a usual one as long as it is unknown.
    var periodInPoints: Double {
        (fixedPeriod ?? period.seconds ?? Self.usualPeriod) * EvenGrid.rateInHertz
    }

    private mutating func scale() {
        func bounded(_ deviation: Double) -> Double {
            min(max(deviation, Self.deviations.lowerBound), Self.deviations.upperBound)
        }
        let period = periodInPoints
        let slow = max(0, period - Self.briskPeriod * EvenGrid.rateInHertz)
        finding.scale(toDeviation: bounded(Self.findingDeviation * period))
        timing.scale(
            toDeviation: bounded(Self.timingDeviation * period + Self.slowDeviation * slow)
        )
    }

    /// The point of contact within a rise, by the finer transform; the coarser transform's if the finer one has no
    /// maximum.
    private func contact(from start: Int, to end: Int, steepest: Double) -> Double {
        func slope(_ index: Int) -> Double { fine[index % Self.fineCapacity] }
        let first = max(start, end - Self.fineCapacity + 2, 1)
        let maxima = (first..<max(first, end)).filter {
            slope($0) > slope($0 - 1) && slope($0) >= slope($0 + 1)
        }
        let most = maxima.map(slope).max() ?? 0
        guard let best = maxima.last(where: { slope($0) >= Self.shareOfSteepest * most }) else {
            return steepest
        }
        return Double(best) + Peak(slope(best - 1), slope(best), slope(best + 1)).offset
    }

    mutating func update(_ vertical: Double) -> Found? {
        if fixedPeriod == nil {
            period.update(vertical)
            scale()
        }
        defer { index += 1 }
        guard let slope = finding.update(vertical), let fineSlope = timing.update(vertical) else {
            return nil
        }
        let point = index - StepWavelet.delay
        fine[point % Self.fineCapacity] = fineSlope
        defer { slopes = (slopes.last, slope) }
        if slopes.last > slopes.beforeLast, slopes.last >= slope, slopes.last > 0,
            slopes.last > steepest?.slope ?? 0
        {
            let peak = Peak(slopes.beforeLast, slopes.last, slope)
            steepest = (Double(point - 1) + peak.offset, peak.height)
        }
        guard slope <= 0 else {
            if rise == 0 { riseStart = point }
            rise += slope
            return nil
        }
        defer { (rise, steepest) = (0, nil) }
        guard let found = steepest?.point, rise >= Self.leastRise else { return nil }
        let contact = contact(from: riseStart, to: point, steepest: found)
        let since = lastContact.map { (contact - $0) / EvenGrid.rateInHertz } ?? .infinity
        if since < Self.memoryInSeconds {
            let least = max(
                Self.leastStepInSeconds,
                Self.leastShareOfPeriod * (fixedPeriod ?? period.seconds ?? 0)
            )
            guard since >= least, rise >= Self.leastShareOfRises * meanRise else { return nil }
            meanRise += (rise - meanRise) / 4
        } else {
            meanRise = rise
        }
        lastContact = contact
        return Found(point: contact, rise: rise)
    }
}
