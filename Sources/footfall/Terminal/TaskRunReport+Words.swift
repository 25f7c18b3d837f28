// Formats the report of a task's run for a user.

internal import PlainWords
internal import SessionRuns
internal import TerminalHost

extension TaskRunReport {
    /// The exit status of the program.
    var exitStatus: ExitStatus {
        guard reason != "failed", errors.isEmpty, refused.isEmpty else { return .failed }
        if endedBy != nil { return .endedEarly }
        let isWithoutLoss =
            losses == 0 && lostFiles.isEmpty && killed.isEmpty && inheritedLosses.isEmpty
        return isWithoutLoss ? .good : .losses
    }

    /// The session's path first, then what is in it.
    var summary: String {
        var lines = [session ?? "nothing is stored"]
        let width = files.map(\.path.columns).max() ?? 0
        for file in files {
            let lost = file.losses == 0 ? "" : ", \(Quantity.grouped(file.losses)) lost"
            let content =
                file.isDocument
                ? Quantity.bytes(file.bytes ?? 0)
                : Quantity.count(file.samples, "sample", "samples")
            lines.append("  \(file.path.padded(to: width))  \(content)\(lost)")
        }
        lines += lostFiles
        lines += killed.map { date in
            "the run was killed after its record of \(date), and resumed: what it had not written is lost"
        }
        lines += inheritedLosses.map { "of the session that it replays: \($0)" }
        lines.append(
            "\(task) \(words): \(Quantity.count(steps.count, "step", "steps")), "
                + "\(Quantity.oneDecimal(seconds)) s in \(Quantity.oneDecimal(tookSeconds)) s"
        )
        return lines.map(\.printable).joined(separator: "\n")
    }
}
