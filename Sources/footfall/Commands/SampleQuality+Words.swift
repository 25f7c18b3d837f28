// Formats the quality of a recording for the output of `footfall check`.

internal import PlainWords
internal import SessionFolder

extension SessionCheck {
    /// The verdict on each file, and on the session if it has several files.
    var qualityLines: [String] {
        let files = fileQualities.map { "\($0.file ?? ""): \($0.verdict)" }
        let whole = fileQualities.count > 1 ? ["quality: \(quality.grade.words)"] : []
        return files + whole + [alignment?.summary].compactMap { $0 }
    }
}

extension RecordingQuality.Grade {
    /// The grade without its reasons.
    fileprivate var words: String {
        switch self {
        case .good: "good"
        case .usable: "usable"
        case .unusable: "not usable"
        }
    }
}

extension SampleQuality {
    /// What is shown of a sensor besides its counts: a line with rates and intervals, and a line for each fault.
    var lines: [String] {
        [rates, jitter].compactMap { $0 }.joined(separator: "; ").asLine + faults
    }

    private var rates: String? {
        let known = [("requested", askedRateInHertz), ("set", setRateInHertz)]
        let told = known.compactMap { word, rate in
            rate.map { "\(word) \(Quantity.plain($0)) Hz" }
        }
        return told.isEmpty ? nil : told.joined(separator: ", ")
    }

    private var jitter: String? {
        intervals.map {
            "a sample each \(Self.milliseconds($0.medianSeconds)) (median),"
                + " 99 % within \(Self.milliseconds($0.seconds99)),"
                + " the longest \(Self.milliseconds($0.longestSeconds))"
        }
    }

    private var faults: [String] {
        var lines: [String] = []
        if losses.count > 0 {
            let count = Quantity.count(losses.count, "loss", "losses")
            let samples = Quantity.count(losses.samples, "sample", "samples")
            lines.append("\(count) of \(samples), \(Self.places(losses.times, of: losses.count))")
        }
        if gaps.count > 0 {
            let count = Quantity.count(gaps.count, "gap", "gaps")
            lines.append(
                "\(count) without a gap record, the longest"
                    + " \(Self.milliseconds(gaps.longestSeconds)),"
                    + " \(Self.places(gaps.times, of: gaps.count, "the longest"))"
            )
        }
        if gaps.late > 0 {
            lines.append(
                "\(Quantity.count(gaps.late, "interval", "intervals")) of 1.5 to 2 medians"
            )
        }
        if duplicates > 0 {
            let count = Quantity.count(duplicates, "duplicate", "duplicates")
            lines.append("\(count), with the time of the sample before")
        }
        return lines
    }

    /// As in "at 1.5 s, 20 s".
    private static func places(
        _ times: [Double],
        of count: Int,
        _ which: String = "the first"
    ) -> String {
        guard !times.isEmpty else { return "at a time that is not known" }
        let list = times.map { "\(Self.place($0)) s" }.joined(separator: ", ")
        return times.count < count ? "\(which) at \(list)" : "at \(list)"
    }

    /// A time in a recording, to a hundredth of a second, so that losses shortly after each other can be distinguished.
    private static func place(_ seconds: Double) -> String {
        seconds.magnitude < 1e9
            ? Quantity.plain((seconds * 100).rounded() / 100) : Quantity.oneDecimal(seconds)
    }

    /// As in "10.042 ms", or above ten seconds "12.5 s".
    private static func milliseconds(_ seconds: Double) -> String {
        guard seconds < 1e9 else { return "more than thirty years" }
        if seconds >= 10 { return "\(Quantity.oneDecimal(seconds)) s" }
        return "\(Quantity.plain((seconds * 1e6).rounded() / 1e3)) ms"
    }
}

extension String {
    /// An array with the line, or an empty array if the text is empty.
    fileprivate var asLine: [String] { isEmpty ? [] : [self] }
}
