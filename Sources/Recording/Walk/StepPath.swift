// A recorder of a walk is given the name of the step in which the participant walks; records give their position as
// a path.

/// Questions about the path to a step.
package enum StepPath {
    /// Whether a path leads through a step or section of that name; the path begins with the task's name, which
    /// does not count.
    package static func leads(_ path: String, through step: String) -> Bool {
        path.split(separator: "/").dropFirst().contains { $0 == step }
    }
}
