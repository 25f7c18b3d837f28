// Formats the outcome of a recording for a user.

internal import PlainWords
internal import SessionRuns
internal import TerminalHost

extension RecordingOutcome {
    /// The exit status of the program.
    var exitStatus: ExitStatus {
        if error != nil { return .failed }
        return losses > 0 || !inheritedLosses.isEmpty || !lostFiles.isEmpty ? .losses : .good
    }

    /// Where the user finds what was recorded before the failure.
    var remains: String {
        isGone
            ? "the session folder was deleted: \(session)"
            : "what was \(done) is in \(session)"
    }

    /// The verb for its samples.
    private var done: String { isComputed ? "computed" : "recorded" }

    /// The session's path first, then what is in it.
    var summary: String {
        let width = files.map(\.path.columns).max() ?? 0
        var lines = [session]
        for file in files {
            let name = file.path.padded(to: width)
            let lost = file.losses == 0 ? "" : ", \(Quantity.grouped(file.losses)) lost"
            let content =
                file.samples == 0
                ? Quantity.count(file.records, "record", "records")
                : Quantity.count(file.samples, "sample", "samples")
            // A file without records, such as a sound, gets no counts.
            let counted = file.records == 0 ? "" : "\(content)\(lost), "
            lines.append("  \(name)  \(counted)\(Quantity.bytes(file.bytes))")
        }
        let none = inheritedLosses.isEmpty ? "none lost" : "no others lost"
        let lost = losses == 0 ? none : "\(Quantity.grouped(losses)) lost, as the files show"
        lines.append(
            "\(Quantity.oneDecimal(seconds)) s \(done) in \(Quantity.oneDecimal(tookSeconds)) s: "
                + "\(Quantity.count(samples, "sample", "samples")), \(lost)"
        )
        for (recorder, told) in answersByRecorder {
            lines.append("  \(recorder): \(told.map(\.words).joined(separator: ", "))")
        }
        let inherited = inheritedLosses.map { "of the session that it replays: \($0)" }
        let others = lostFiles + inherited + notes
        return (lines + others.map(\.printable)).joined(separator: "\n")
    }
}

extension RecordingOutcome {
    private var answersByRecorder: [(recorder: String, told: [Answer])] {
        var groups: [(recorder: String, told: [Answer])] = []
        for answer in answers {
            if groups.last?.recorder == answer.recorder {
                groups[groups.count - 1].told.append(answer)
            } else {
                groups.append((answer.recorder, [answer]))
            }
        }
        return groups
    }
}

extension RecordingOutcome.Answer {
    /// Its name, value and unit, as in `cadence 110.0 steps/min`.
    fileprivate var words: String {
        let number =
            Int(exactly: value).map { Quantity.grouped($0) }
            ?? (abs(value) < 10 ? "\((value * 100).rounded() / 100)" : Quantity.oneDecimal(value))
        return "\(identifier) \(number)\(unit.map { " \($0)" } ?? "")"
    }
}
