// A gait report needs all samples of a bout at once, but a day of samples exceeds a small board's memory. So samples
// are analysed in pieces that end in a pause. A recording that fits into one piece gets exactly the library's report.

internal import Gait

/// Computes the gait of low-back samples, storing a limited number of them.
struct BackGaitBuilder {
    /// The largest number of stored samples: 30 minutes at 100 Hz.
    static let mostSamples = 180_000
    /// At high rates, the least time that is stored, in seconds: a walk of six minutes.
    static let leastSecondsHeld = 400.0
    /// How much of the time before a piece is analysed again, in seconds, so that filters settle.
    static let leadInSeconds = 30.0
    /// How much of a piece's end is left to the next one, in seconds: a bout may continue there.
    static let tailInSeconds = 10.0
    /// How much the start of a bout may differ between reports of overlapping pieces, in seconds.
    private static let reachInSeconds = 0.25
    /// A longer time without samples ends a standing phase, in seconds.
    private static let longestHoleInSeconds = 2.0
    /// If less than this share of the stored time is final, the whole piece is reported, and the next one starts with
    /// no history.
    private static let leastShareTold = 0.25

    private let rate: Double
    private let leg: Double?
    private let isStanding: (String) -> Bool
    private let capacity: Int
    private var samples: [GaitSample] = []
    private var finder = StandingFinder()
    private var pending: [Stretch] = []
    private var step: Stretch?
    private var latest = -Double.infinity
    /// The time up to which everything is reported.
    private var told = -Double.infinity
    private var gait = BackGait()
    /// The parts of an unfinished stillness that are reported already.
    private var still: [BackGait.Standing] = []
    /// How many seconds had samples, with or without known turns.
    private var seconds = 0.0

    /// A stretch of time in which the person may stand.
    private struct Stretch {
        var start: Double
        /// The end; equals the start as long as the stretch continues.
        var end: Double
        var step: String?
    }

    /// A builder without samples.
    ///
    /// - Parameters:
    ///   - rate: One of `GaitStream.rates`.
    ///   - leg: The leg length in metres, if known.
    ///   - capacity: The largest number of stored samples.
    ///   - isStanding: Returns true if the person stands in the step with this path.
    init(
        rateInHertz rate: Double,
        legLengthInMetres leg: Double?,
        capacity: Int? = nil,
        isStanding: @escaping (String) -> Bool
    ) {
        (self.rate, self.leg, self.isStanding) = (rate, leg, isStanding)
        self.capacity = capacity ?? max(Self.mostSamples, Int(Self.leastSecondsHeld * rate))
    }

    /// Adds the next sample.
    ///
    /// - Parameters:
    ///   - sample: The sample.
    ///   - stepPath: The task's present step.
    /// - Returns: `false` if the sample was dropped: implausible, or not later than the one before.
    @discardableResult
    mutating func add(_ sample: GaitSample, stepPath: String) -> Bool {
        guard sample.isReading, sample.seconds > latest else { return false }
        if sample.seconds - latest > Self.longestHoleInSeconds { leaveStep() }
        latest = sample.seconds
        if samples.count >= capacity { settle() }
        samples.append(sample)
        if let still = finder.update(sample) { noteStill(still) }
        if step?.step != stepPath { moveStep(to: stepPath, at: sample.seconds) }
        return true
    }

    /// Ends the task's present step: a later sample begins a new time, even in the same step.
    mutating func leaveStep() { moveStep(to: nil, at: latest) }

    /// Ends the samples.
    ///
    /// - Returns: The gait.
    mutating func finish() -> BackGait {
        if let still = finder.finish() { noteStill(still) }
        leaveStep()
        take(
            GaitReport(of: samples, rateInHertz: rate, legLengthInMetres: leg),
            until: .infinity
        )
        if case .figure(let turns, let method, let confidence) = gait.turns {
            let without = gait.withoutTurns.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
            gait.turns = Measured.figure(turns, by: method, confidence)
                .lowered(byLostShare: seconds > 0 ? without / seconds : 0)
        } else {
            // The absent figure itself states the reason.
            gait.withoutTurns = []
        }
        if gait.standing.contains(where: { $0.step != nil }) {
            gait.standing.removeAll { $0.step == nil }
        }
        gait.standing.sort { $0.time.lowerBound < $1.time.lowerBound }
        return gait
    }

    private mutating func noteStill(_ time: Range<Double>) {
        let toldOfIt = still
        still = []
        guard time.upperBound - time.lowerBound <= StandingFinder.longestStandingInSeconds else {
            gait.rests += 1
            return
        }
        gait.standing += toldOfIt
        pending.append(Stretch(start: time.lowerBound, end: time.upperBound))
    }

    private mutating func moveStep(to path: String?, at seconds: Double) {
        if var step, let path = step.step, isStanding(path), step.start < seconds {
            step.end = seconds
            pending.append(step)
        }
        step = path.map { Stretch(start: seconds, end: seconds, step: $0) }
    }

    /// Analyses the stored samples, and drops those that later ones do not need.
    private mutating func settle() {
        guard let first = samples.first, let last = samples.last else { return }
        let report = GaitReport(of: samples, rateInHertz: rate, legLengthInMetres: leg)
        let begin = max(first.seconds, told)
        let cut = cut(of: report, at: last.seconds)
        guard cut - begin > (last.seconds - begin) * Self.leastShareTold else {
            let isInBout = report.bouts.contains {
                $0.bout.end > last.seconds - Self.tailInSeconds
            }
            if splitStanding(at: last.seconds, by: report) || isInBout {
                gait.cuts.append(last.seconds)
            }
            take(report, until: last.seconds)
            // The next piece starts with no history.
            told = last.seconds
            samples.removeAll(keepingCapacity: true)
            return
        }
        take(report, until: cut)
        told = cut
        let leadIn = min(Self.leadInSeconds, (last.seconds - begin) / 8)
        let kept = samples.firstIndex { $0.seconds >= cut - leadIn } ?? samples.count
        samples.removeFirst(kept)
    }

    /// Ends the present stretch of standing at the cut, if there is one.
    ///
    /// - Returns: True if a standing step was cut.
    private mutating func splitStanding(at seconds: Double, by report: GaitReport) -> Bool {
        var isSplit = false
        if var part = step, let path = part.step, isStanding(path), part.start < seconds {
            part.end = seconds
            pending.append(part)
            step?.start = seconds
            isSplit = true
        }
        // Only at its end is it known whether a stillness counts as standing, so its parts are stored until then.
        if let start = finder.stillSince,
            seconds - start <= StandingFinder.longestStandingInSeconds
        {
            let part = max(start, told)..<max(start, told, seconds)
            still.append(
                BackGait.Standing(time: part, step: nil, sway: report.sway(during: part))
            )
        }
        return isSplit
    }

    /// The time up to which a report is final: everything that begins before has ended.
    private func cut(of report: GaitReport, at last: Double) -> Double {
        var cut = last - Self.tailInSeconds
        let bouts = report.bouts.map(\.bout)
        for bout in bouts where bout.end > last - Self.tailInSeconds / 2 {
            cut = min(cut, bout.start - Self.reachInSeconds)
        }
        if let still = finder.stillSince, last - still <= StandingFinder.longestStandingInSeconds {
            cut = min(cut, still)
        }
        if let step, let path = step.step, isStanding(path) { cut = min(cut, step.start) }
        var before = Double.infinity
        while cut < before {
            before = cut
            // The next report may have the bout's start slightly earlier or later.
            for bout in bouts where (bout.start - cut).magnitude < Self.reachInSeconds {
                cut = min(cut, bout.start - Self.reachInSeconds)
            }
            for stretch in pending where stretch.start < cut && stretch.end > cut {
                cut = stretch.start
            }
        }
        return cut
    }

    private mutating func take(_ report: GaitReport, until cut: Double) {
        let time = told..<cut
        gait.bouts += report.bouts.filter { time.contains($0.bout.start) }
        gait.freezing += report.freezing.filter { time.contains($0.start) }
        if let first = samples.first, let last = samples.last {
            let begin = max(first.seconds, told)
            takeTurns(report.turns, in: begin..<max(begin, min(cut, last.seconds)))
        }
        var rest: [Stretch] = []
        for var stretch in pending {
            guard stretch.start < cut else {
                rest.append(stretch)
                continue
            }
            let end = stretch.end
            let part = max(stretch.start, told)..<max(stretch.start, told, min(end, cut))
            gait.standing.append(
                BackGait.Standing(
                    time: part,
                    step: stretch.step,
                    sway: report.sway(during: part)
                )
            )
            if end > cut {
                stretch.start = cut
                rest.append(stretch)
            }
        }
        pending = rest
    }

    private mutating func takeTurns(_ turns: Measured<[BodyTurn]>, in time: Range<Double>) {
        seconds += time.upperBound - time.lowerBound
        if turns.absence == .noGyroscope { gait.withoutTurns.append(time) }
        switch (gait.turns, turns) {
        case (.absent, .figure(let found, let method, let trust)):
            gait.turns = .figure(found.filter { time.contains($0.start) }, by: method, trust)
        case (.figure(let old, let method, let trust), .figure(let found, _, let new)):
            let all = old + found.filter { time.contains($0.start) }
            gait.turns = .figure(all, by: method, min(trust, new))
        case (.absent(.tooShort), .absent): gait.turns = turns
        case (.figure, .absent), (.absent, .absent): break
        }
    }
}
