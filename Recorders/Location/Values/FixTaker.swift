// Turns a receiver's reports into samples: fixes, the distances between them, and gaps. It does no input or output,
// so a test can pass it reports with their times of arrival.

internal import SampleStream
internal import Timebase

/// Turns the reports of a receiver into samples.
struct FixTaker: Sendable {
    private let keepsCoordinates: Bool
    /// The samples to send, in order.
    private(set) var ready: [LocationSample] = []
    private var clock = ReceiverClock()
    private var steps = ClockSteps()
    private var spacing = FixSpacing()
    private var watch: FixWatch
    private var jumps = JumpCount()
    private var last: (fix: Fix, seen: Int64, device: String)?
    private var opened: Int64
    /// How long the machine has slept altogether, in nanoseconds.
    private var slept: Int64
    /// How many reports came from other devices of the same gpsd.
    private var others = 0

    /// A taker that has seen no report.
    ///
    /// - Parameters:
    ///   - keepsCoordinates: Whether the samples contain latitude and longitude.
    ///   - now: When the receiver was opened, in nanoseconds of the session's clock.
    ///   - slept: How long the machine had slept altogether until then, in nanoseconds.
    init(keepsCoordinates: Bool, openedAt now: Int64, slept: Int64 = 0) {
        self.keepsCoordinates = keepsCoordinates
        opened = now
        self.slept = slept
        watch = FixWatch(since: now &- slept)
    }

    /// Processes a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - seen: When it had arrived, in nanoseconds of the session's clock.
    mutating func take(_ report: ReceiverReport, seen: Int64) {
        if let last, last.device != report.device, seen &- last.seen < spacing.patience {
            others += 1
            return
        }
        steps.take(report.nanoseconds, seen: seen, spacing: spacing)
        guard let fix = report.fix else {
            watch.hear(.noFix)
            return
        }
        // gpsd repeats a fix when it learns more about it; only the first report counts.
        if let last, last.fix.nanoseconds == fix.nanoseconds { return }
        spacing.take(cycle: report.cycle)
        let lost = lost(before: fix, seen: seen)
        if lost > 0 { deliverGap(of: lost, upTo: seen, parts: lost &+ 1) }
        var sample = LocationSample(at: BootInstant(nanoseconds: seen), fix)
        if keepsCoordinates { sample.setCoordinates(fix.position) }
        if let last {
            let way = Geodesic(from: last.fix.position, to: fix.position)
            sample.relativeDistance = way.distance
            sample.bearing = way.bearing ?? .nan
            let passed = passed(from: last, to: fix, seen: seen)
            jumps.take(way.distance, from: last.fix, to: fix, after: Double(passed) / 1e9)
            if !steps.wasSet { spacing.take(fix.nanoseconds &- last.fix.nanoseconds) }
        }
        ready.append(sample)
        clock.take(
            fix.nanoseconds,
            seen: seen,
            count: lost &+ 1,
            spacing: spacing.nanoseconds
        )
        watch.fix(at: seen &- slept)
        steps.heed()
        last = (fix, seen, report.device)
    }

    /// Notes how long the machine has slept altogether, in nanoseconds.
    ///
    /// The session's clock counts that time. It is part of the gap, but a receiver is not reported for it.
    mutating func takeSleep(_ slept: Int64) { self.slept = slept }

    /// Notes that there is no gpsd any more, and why.
    mutating func takeLoss(_ error: LocationError) { watch.lose(error) }

    /// Notes that a gpsd is there again and has identified itself.
    mutating func takeReturn() { watch.hear(.silent) }

    /// Ends the input.
    ///
    /// - Parameter now: The present time.
    mutating func finish(at now: Int64) {
        let since = last?.seen ?? opened
        let lost = spacing.missing(since: now &- since)
        let parts = Double(now &- since) / Double(spacing.nanoseconds)
        if lost > 0 { deliverGap(of: lost, upTo: now, parts: max(lost &+ 1, Int64(parts))) }
        clock.end()
    }

    /// When `takeNote` is due if no fix comes and the machine stays awake.
    var deadline: Int64? { watch.deadline(patience: spacing.patience).map { $0 &+ slept } }

    /// A remark at an instant; each is returned once.
    mutating func takeNote(at now: Int64) -> String? {
        watch.takeNote(at: now &- slept, patience: spacing.patience)
    }

    /// The remarks at the end.
    var notes: [String] {
        [last == nil ? FixWatch.never : nil, watch.note, jumps.note, noteOnOthers, clock.note]
            .compactMap(\.self)
    }

    /// Drops the samples that were sent.
    mutating func clear() { ready.removeAll(keepingCapacity: true) }

    /// The pairs of the receiver's clock and boot time since the last call.
    mutating func takePairs() -> [ClockPair] { clock.takePairs() }

    // MARK: What is missing

    private func lost(before fix: Fix, seen: Int64) -> Int64 {
        guard let last else { return spacing.missing(in: seen &- opened) }
        return spacing.missing(in: passed(from: last, to: fix, seen: seen))
    }

    /// The time between two fixes by the receiver's clock, or by our clock if the receiver's was set meanwhile.
    private func passed(
        from last: (fix: Fix, seen: Int64, device: String),
        to fix: Fix,
        seen: Int64
    ) -> Int64 {
        let byReceiver = fix.nanoseconds &- last.fix.nanoseconds
        return byReceiver > 0 && !steps.wasSet ? byReceiver : seen &- last.seen
    }

    private mutating func deliverGap(of lost: Int64, upTo now: Int64, parts: Int64) {
        let since = last?.seen ?? opened
        ready.append(
            .gap(
                channel: 0,
                at: BootInstant(nanoseconds: since &+ (now &- since) / parts),
                lost: lost,
                reason: .source,
                isEstimated: true
            )
        )
    }

    private var noteOnOthers: String? {
        guard others > 0 else { return nil }
        return
            "\(others == 1 ? "1 report" : "\(others) reports") of another receiver of the same gpsd "
            + "\(others == 1 ? "was" : "were") left out: one is recorded, the first that had a fix"
    }
}
