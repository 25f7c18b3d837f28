// The line that reports a step of a run without a participant: its path, its title and its duration.

internal import PlainWords
internal import Research
public import ResearchUI

/// A step of a run, in one line.
public struct StepLine: Sendable, Equatable {
    /// The path to the step, without the task's own name.
    public var place: String
    public var title: String?
    public var durationInSeconds: Double

    @MainActor
    public init(_ prompt: StepPrompt) {
        let way = prompt.path.stepPath(to: prompt.step.identifier).split(separator: "/")
        let shown = prompt.step.shownAs
        self.init(
            place: way.dropFirst().joined(separator: "/"),
            title: (shown as? any RSDUIStep).flatMap { $0.title ?? $0.text },
            durationInSeconds: (shown as? any RSDActiveUIStep)?.duration ?? 0
        )
    }

    public init(place: String, title: String?, durationInSeconds: Double) {
        self.place = place
        self.title = title
        self.durationInSeconds = durationInSeconds
    }

    /// The line, without control characters.
    public var text: String {
        let words = title.map { ": \($0)" } ?? ""
        let time = durationInSeconds > 0 ? " (\(Quantity.plain(durationInSeconds)) s)" : ""
        return "  \(place)\(words)\(time)".printable
    }
}
