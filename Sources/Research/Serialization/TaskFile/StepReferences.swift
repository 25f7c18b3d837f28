// Collects the places where a task file names a step. They are checked after the whole file is read, because the step
// may come later in the file. If several tasks read steps from one resource, its references are checked for each task.

/// The references to steps, each once.
struct StepReferences {
    /// A place that names a step.
    struct Reference {
        let step: String
        /// True if the value must be a step, so that `exit` and `nextSection` are not allowed.
        let isAwaited: Bool
        let path: JSONPath

        /// The file that contains the reference, and the path within that file.
        ///
        /// It is the same for all paths by which the file is reached, so each reference is collected once.
        var place: JSONPath {
            let start = path.components.lastIndex { component in
                if case .resource = component { true } else { false }
            }
            return JSONPath(Array(path.components[(start ?? 0)...]))
        }
    }

    private(set) var all: [Reference] = []
    private var places: Set<JSONPath> = []

    mutating func add(_ step: String, isAwaited: Bool, at path: JSONPath) {
        let reference = Reference(step: step, isAwaited: isAwaited, path: path)
        if places.insert(reference.place).inserted { all.append(reference) }
    }

    /// Adds the references in a resource that was first read at the path `first`, as if it were read at `here`.
    mutating func formUnion(_ others: StepReferences, from first: JSONPath, to here: JSONPath) {
        for reference in others.all {
            let inner = reference.path.components.dropFirst(first.components.count)
            let path = JSONPath(here.components + inner)
            add(reference.step, isAwaited: reference.isAwaited, at: path)
        }
    }
}
