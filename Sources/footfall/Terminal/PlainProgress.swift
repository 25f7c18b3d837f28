// Without a terminal each line of progress stays: one that says at the end what the one before it has said is left out.

internal import SessionRuns

/// The lines of a recording's progress, for a log or a pipe.
struct PlainProgress {
    private var shown: ProgressFrame?

    /// The line of a moment; `nil` where it is the last one, and nothing has come since the one before.
    mutating func line(of frame: ProgressFrame, isLast: Bool) -> String? {
        defer { shown = frame }
        let isSame =
            shown?.elapsed == frame.elapsed && shown?.samples == frame.samples
            && shown?.losses == frame.losses
        return isLast && isSame ? nil : ProgressLayout.plainLine(of: frame)
    }
}
