// The places of a task file that name a step. Whether the step exists is known only after the whole file was read, and
// a resource that several tasks take steps from is compared with the steps of each.

/// The references to steps, each once.
struct StepReferences {
    /// A place that names a step.
    struct Reference {
        let step: String
        /// True if the words `exit` and `nextSection` are no possible value.
        let isAwaited: Bool
        let path: JSONPath

        /// The place within its own file, by which the reference is known however the file is reached.
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

    /// Adds the references of a resource that was read at the path `first`, with their paths from `here` on.
    mutating func formUnion(_ others: StepReferences, from first: JSONPath, to here: JSONPath) {
        for reference in others.all {
            let inner = reference.path.components.dropFirst(first.components.count)
            let path = JSONPath(here.components + inner)
            add(reference.step, isAwaited: reference.isAwaited, at: path)
        }
    }
}
