// The gait of a session as text: what was found, how reliable it is, and what is absent and why. The text has only the
// most relevant bouts; the JSON has everything.

internal import Gait
internal import PlainWords
internal import SessionFolder

/// Formats a session's gait as lines.
public enum GaitText {
    /// How many bouts of a sensor are shown with all figures: the longest ones.
    private static let mostBouts = 6
    /// How many turns and standing phases are shown.
    private static let mostEntries = 12
    /// The longest line.
    static let columns = 100

    /// The lines for a session's gait.
    ///
    /// - Parameter gait: The gait.
    /// - Returns: Lines of at most 100 characters, except for the session's path.
    public static func lines(of gait: SessionGait) -> [String] {
        var lines = [gait.session.path]
        if case .ofStature(let stature)? = gait.request.leg {
            lines += wrapped(
                "leg: \(digits(gait.request.leg?.lengthInMetres ?? 0, 2)) m, \(GaitRequest.Leg.shareOfStature) of a "
                    + "stature of \(digits(stature, 2)) m (Winter 2009)",
                by: 2
            )
        }
        for sensor in gait.sensors { lines += self.lines(of: sensor) }
        for left in gait.left { lines += wrapped("not read: \(left.path): \(left.why)", by: 2) }
        return lines.map(\.printable)
    }

    private static func lines(of sensor: SensorGait) -> [String] {
        var head = "\(sensor.file): \(sensor.placement.name)"
        switch sensor.placementSource {
        case .session: break
        case .told: head += " (as told)"
        case .assumed: head += " (assumed: the session does not say where it was)"
        }
        head += ", \(digits(sensor.rateInHertz, 1)) Hz"
        guard let time = sensor.time else { return wrapped("\(head), nothing to look at", by: 2) }
        head += ", \(clock(time.lowerBound)) to \(clock(time.upperBound))"
        head += ", \(percent(sensor.lostShare)) missing"
        var lines = wrapped(head, by: 2)
        if sensor.leftOut > 0 {
            lines += wrapped(
                "left out: \(Quantity.count(sensor.leftOut, "reading", "readings")) without a time or value, late, or "
                    + "such as no sensor gives",
                by: 4
            )
        }
        if case .recorded(let length)? = sensor.leg {
            lines.append("    leg: \(digits(length, 2)) m, as the session says")
        }
        switch sensor.content {
        case .lowBack(let gait): lines += self.lines(of: gait)
        case .foot(let gait): lines += self.lines(of: gait.bouts)
        }
        return lines
    }

    // MARK: The low back

    private static func lines(of gait: BackGait) -> [String] {
        var lines = self.lines(of: gait.bouts)
        lines += turns(gait.turns) + withoutTurns(gait.withoutTurns)
        lines += freezing(gait)
        lines += standing(gait)
        if let first = gait.cuts.first {
            let more = gait.cuts.count > 1 ? " and \(gait.cuts.count - 1) times later" : ""
            lines += wrapped(
                "a bout or time of standing longer than is held at once was cut at \(clock(first))\(more)",
                by: 4
            )
        }
        return lines
    }

    private static func turns(_ turns: Measured<[BodyTurn]>) -> [String] {
        switch turns {
        case .absent(let absence): return wrapped("no turns: \(absence.words)", by: 4)
        case .figure(let turns, _, let confidence):
            guard !turns.isEmpty else { return ["    no turns of 45° or more"] }
            var lines = [
                "    \(Quantity.count(turns.count, "turn", "turns")) (\(data(confidence)))"
            ]
            for turn in turns.prefix(mostEntries) {
                let way = turn.angle > 0 ? "left" : "right"
                lines.append(
                    "      \(clock(turn.start)): \(digits(turn.angle.magnitude * 180 / .pi, 0))° to the \(way) in "
                        + "\(digits(turn.end - turn.start, 1)) s, at most "
                        + "\(digits(turn.peakRate * 180 / .pi, 0)) °/s"
                )
            }
            return lines + rest(of: turns.count)
        }
    }

    private static func withoutTurns(_ times: [Range<Double>]) -> [String] {
        guard let first = times.first, let last = times.last else { return [] }
        let seconds = times.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        return wrapped(
            "no turns are known of \(digits(seconds, 0)) s from \(clock(first.lowerBound)) to "
                + "\(clock(last.upperBound)): the samples have no rotations there",
            by: 4
        )
    }

    private static func freezing(_ gait: BackGait) -> [String] {
        let found = gait.freezingIndices
        guard let highest = found.max(by: { $0.index < $1.index }) else {
            let reason =
                gait.freezing.first?.index.absence?.words ?? "there are no six seconds of samples"
            return wrapped("no freezing index: \(reason)", by: 4)
        }
        let sorted = found.map(\.index).sorted()
        let median = (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
        return wrapped(
            "freezing index: median \(digits(median, 2)), at most "
                + "\(digits(highest.index, 2)) from \(clock(highest.start)) on, of "
                + "\(Quantity.count(found.count, "window", "windows")) of 6 s",
            by: 4
        )
    }

    private static func standing(_ gait: BackGait) -> [String] {
        var lines: [String] = []
        for stretch in gait.standing.prefix(mostEntries) {
            let what =
                stretch.step.map { "in the step \($0)" } ?? "still: standing, sitting or lying"
            lines += wrapped(
                "\(clock(stretch.time.lowerBound)) to \(clock(stretch.time.upperBound)), \(what)",
                by: 4
            )
            switch stretch.sway {
            case .absent(let absence): lines += wrapped("no sway: \(absence.words)", by: 6)
            case .figure(let sway, _, let confidence):
                lines += wrapped(
                    "sway (\(data(confidence))): RMS \(digits(sway.rootMeanSquare, 3)) m/s², path "
                        + "\(digits(sway.path, 2)) m/s², mean velocity \(digits(sway.meanVelocity, 3)) m/s³, ellipse "
                        + "\(digits(sway.ellipseArea, 4)) m²/s⁴, median \(digits(sway.medianFrequency, 2)) Hz, 95 % "
                        + "\(digits(sway.frequency95, 2)) Hz",
                    by: 6
                )
            }
        }
        lines += rest(of: gait.standing.count)
        if gait.rests > 0 {
            lines += wrapped(
                "\(Quantity.count(gait.rests, "time", "times")) of more than 10 min without movement: no standing",
                by: 4
            )
        }
        return lines
    }

    // MARK: Bouts

    private static func lines(of reports: [some FiguredBout]) -> [String] {
        var lines = summary(reports.map(\.bout))
        for (number, report) in longest(reports) {
            lines += head(number, report.bout, report.trust) + FigureLines(of: report).lines
        }
        return lines
    }

    private static func summary(_ bouts: [WalkingBout]) -> [String] {
        guard !bouts.isEmpty else { return ["    no walking of five steps or more"] }
        let seconds = bouts.reduce(0) { $0 + $1.end - $1.start }
        let contacts = bouts.reduce(0) { $0 + $1.contacts }
        var line =
            "\(Quantity.count(bouts.count, "bout", "bouts")) of walking, \(digits(seconds, 1)) s in all, "
            + Quantity.count(contacts, "contact", "contacts")
        if bouts.count > mostBouts { line += "; the \(mostBouts) longest:" }
        return wrapped(line, by: 4)
    }

    private static func head(
        _ number: Int,
        _ bout: WalkingBout,
        _ confidence: Confidence?
    ) -> [String] {
        let lost = bout.lostShare > 0 ? ", \(percent(bout.lostShare)) missing" : ""
        let trust = confidence.map { ", \(data($0))" } ?? ""
        return wrapped(
            "bout \(number): \(clock(bout.start)) to \(clock(bout.end)), "
                + "\(Quantity.count(bout.contacts, "contact", "contacts"))\(lost)\(trust)",
            by: 4
        )
    }

    /// As in "good data": the confidence judges the samples and the number of steps, not how regular the steps are.
    private static func data(_ confidence: Confidence) -> String { "\(confidence.rawValue) data" }

    /// The longest bouts with their numbers, in order of time.
    private static func longest<Report: FiguredBout>(_ reports: [Report]) -> [(Int, Report)] {
        let order = reports.indices.sorted { one, other in
            let (one, other) = (reports[one].bout, reports[other].bout)
            return one.end - one.start > other.end - other.start
        }
        return order.prefix(mostBouts).sorted().map { ($0 + 1, reports[$0]) }
    }

    private static func rest(of count: Int) -> [String] {
        count > mostEntries
            ? ["      and \(Quantity.grouped(count - mostEntries)) more, in --json"] : []
    }
}
