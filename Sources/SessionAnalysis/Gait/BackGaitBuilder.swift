// A report of gait needs the samples of a bout from its first to its last, and a day of samples is more than a small
// board's memory. So samples are reported on piece by piece, and a piece ends in a pause: a recording that is one piece
// has the very report that the library makes of it.

internal import Gait

/// Makes of samples at the low back what they say of gait, holding no more samples of a long recording.
struct BackGaitBuilder {
    /// What is held at once: 30 minutes at 100 Hz.
    static let mostSamples = 180_000
    /// At high rates at least a walk of six minutes is held at once, in seconds.
    static let leastSecondsHeld = 400.0
    /// So much ahead of a piece is looked at again, in seconds: filters have settled by then.
    static let leadInSeconds = 30.0
    /// So much of the end is left to the next piece, in seconds: a bout may go on there.
    static let tailInSeconds = 10.0
    /// A bout begins so much earlier or later in another report at most, in seconds.
    private static let reachInSeconds = 0.25
    /// A time of standing ends with a longer time without a sample, in seconds.
    private static let longestHoleInSeconds = 2.0
    /// A piece tells at least so much of what it holds, or is told whole.
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
    /// What was before is told already.
    private var told = -Double.infinity
    private var gait = BackGait()
    /// What was told of a stillness that goes on.
    private var still: [BackGait.Standing] = []
    /// How many seconds had samples, of which turns are known or not.
    private var seconds = 0.0

    /// A time in which somebody may stand.
    private struct Stretch {
        var start: Double
        /// While it goes on, where it began.
        var end: Double
        var step: String?
    }

    /// A builder that has no samples yet.
    ///
    /// - Parameters:
    ///   - rate: One of `GaitStream.rates`.
    ///   - leg: The length of a leg in metres, where it is known.
    ///   - capacity: How many samples are held at once.
    ///   - isStanding: Whether somebody stands in a step, by its path.
    init(
        rateInHertz rate: Double,
        legLengthInMetres leg: Double?,
        capacity: Int? = nil,
        isStanding: @escaping (String) -> Bool
    ) {
        (self.rate, self.leg, self.isStanding) = (rate, leg, isStanding)
        self.capacity = capacity ?? max(Self.mostSamples, Int(Self.leastSecondsHeld * rate))
    }

    /// Takes in the next sample.
    ///
    /// - Parameters:
    ///   - sample: What the sensor read.
    ///   - stepPath: The step that the task is in.
    /// - Returns: Whether it was taken: none is that no sensor reads, or that is not later than the one before.
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

    /// Ends the step that the task is in: what comes next is another time in it, or in another.
    mutating func leaveStep() { moveStep(to: nil, at: latest) }

    /// Ends it.
    ///
    /// - Returns: What the samples say.
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
            // The figure itself says why there is none.
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

    /// Reports on what is held, and lets go of all that no later sample needs.
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
            // What comes next begins anew.
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

    /// Ends the part of a time of standing that is held, where one goes on.
    ///
    /// - Returns: Whether one does.
    private mutating func splitStanding(at seconds: Double, by report: GaitReport) -> Bool {
        var isSplit = false
        if var part = step, let path = part.step, isStanding(path), part.start < seconds {
            part.end = seconds
            pending.append(part)
            step?.start = seconds
            isSplit = true
        }
        // Whether a stillness is standing is known at its end.
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

    /// Until when a report is used: what begins before is over by its end.
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
            // The next report has it a little earlier or later.
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
