// Formats progress for a log or a pipe, where every line stays. It omits a last line that would repeat the line before.

internal import SessionRuns

/// The lines of a recording's progress, for a log or a pipe.
struct PlainProgress {
    private var shown: ProgressFrame?

    /// Returns the line for a frame; `nil` if it is the last one and nothing has changed since the line before.
    mutating func line(of frame: ProgressFrame, isLast: Bool) -> String? {
        defer { shown = frame }
        let isSame =
            shown?.elapsed == frame.elapsed && shown?.samples == frame.samples
            && shown?.losses == frame.losses
        return isLast && isSame ? nil : ProgressLayout.plainLine(of: frame)
    }
}
