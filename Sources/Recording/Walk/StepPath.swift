// Recorders that tell of a walk are told in which step somebody walks; records say where they are by a path.

/// What is asked of the path to a step.
package enum StepPath {
    /// Whether a path leads through a step or a section of some name; it begins with the task's, which is neither.
    package static func leads(_ path: String, through step: String) -> Bool {
        path.split(separator: "/").dropFirst().contains { $0 == step }
    }
}
