// Checks of a task as a whole. Each key of a file can be correct while the study cannot be done, for example if a rule
// needs an impossible answer, or a recorder stops before it starts. Each rule has a file of its own.

/// A task to check, and its context.
struct Study {
    let task: any RSDTask
    /// The file that the task was read from, as JSON.
    let root: JSONValue
    /// The factory that read the file.
    let factory: RSDFactory
    /// The types of recorders that the runner supports; `nil` if that is unknown.
    let made: [String]?
    /// The task, and each section and task within it whose steps are known.
    let levels: [Level]
    /// Finds similar known words for unknown ones.
    let suggestions = Suggestions()

    /// The steps of a task or a section, and its path.
    final class Level {
        let task: any RSDTask
        let steps: [any RSDStep]
        let path: JSONPath
        /// The tasks and sections that contain it, outermost first.
        let around: [any RSDTask]
        /// The levels of its sections and subtasks, by the indices of these in `steps`.
        fileprivate(set) var inner: [Int: Level] = [:]
        /// The graph of which of its steps may follow which.
        private(set) lazy var graph = StepGraph(self)
        /// For each name, the index in `steps` of the step that has the name or contains a step with it.
        ///
        /// A name that several steps have maps to `nil`.
        private(set) lazy var places: [String: Int?] = {
            var places: [String: Int?] = [:]
            func add(_ name: String, _ place: Int) {
                places[name] = places.keys.contains(name) ? .some(nil) : place
            }
            for (place, step) in steps.enumerated() {
                add(step.identifier, place)
                for name in inner[place]?.names ?? [] { add(name, place) }
            }
            return places
        }()
        /// The names of all steps of this level and of the levels within it.
        private lazy var names: [String] = steps.enumerated().flatMap { place, step in
            [step.identifier] + (inner[place]?.names ?? [])
        }

        fileprivate init(
            _ task: any RSDTask,
            _ steps: [any RSDStep],
            at path: JSONPath,
            inside around: [any RSDTask]
        ) {
            self.task = task
            self.steps = steps
            self.path = path
            self.around = around
        }
    }

    /// Finds similar known words, for a limited number of unknown words in one file.
    final class Suggestions {
        private var left = NearestName.suggestions

        /// Returns the nearest of the words; `nil` if none is near, or the limit is reached.
        func nearest(to word: String, among words: some Sequence<String>) -> String? {
            guard left > 0 else { return nil }
            left -= 1
            return NearestName.of(word, among: words)
        }
    }

    init(_ task: any RSDTask, in root: JSONValue, by factory: RSDFactory, making made: [String]?) {
        self.task = task
        self.root = root
        self.factory = factory
        self.made = made
        var levels: [Level] = []
        _ = Self.collect(task, at: JSONPath(), inside: [], into: &levels)
        self.levels = levels
    }

    private static func collect(
        _ task: any RSDTask,
        at path: JSONPath,
        inside around: [any RSDTask],
        into levels: inout [Level]
    ) -> Level? {
        guard let steps = TaskRules.steps(of: task) else { return nil }
        let level = Level(task, steps, at: path, inside: around)
        levels.append(level)
        for (number, step) in steps.enumerated() {
            guard let inner = TaskRules.level(of: step) else { continue }
            let place = path.appending("steps").appending(number)
            let isSection = step is any RSDSectionStep
            level.inner[number] = collect(
                inner,
                at: isSection ? place : place.appending("task"),
                inside: around + [task],
                into: &levels
            )
        }
        return level
    }

    /// A question, and its path.
    typealias Question = (field: any RSDInputField, path: JSONPath)

    /// The questions of all forms, including forms that open from another form.
    var questions: [Question] {
        var found: [Question] = []
        for level in levels {
            for (number, step) in level.steps.enumerated() {
                guard let form = step.shownAs as? any RSDFormUIStep else { continue }
                let path = level.path.appending("steps").appending(number)
                Self.collect(form.inputFields, at: path, into: &found)
            }
        }
        return found
    }

    private static func collect(
        _ fields: [any RSDInputField],
        at path: JSONPath,
        into found: inout [Question]
    ) {
        for (number, field) in fields.enumerated() {
            let place = path.appending("inputFields").appending(number)
            found.append((field, place))
            if let detail = field as? RSDDetailInputFieldObject {
                collect(detail.inputFields, at: place, into: &found)
            }
        }
    }

    /// Returns the path within the files for a path within the task.
    ///
    /// They differ for a step from a resource, which is in that resource's file.
    func placeInFiles(_ path: JSONPath) -> JSONPath {
        var components: [JSONPath.Component] = []
        var here: JSONValue? = root
        for component in path.components {
            switch component {
            case .key(let key):
                if here?[key] == nil, let name = here?["resourceTransformer"]?["resourceName"]?.text
                {
                    components += [.key("resourceTransformer"), .resource(name)]
                    here = nil
                }
                here = here?[key]
            case .index(let index):
                let elements = here?.elements ?? []
                here = elements.indices.contains(index) ? elements[index] : nil
            case .resource: here = nil
            }
            components.append(component)
        }
        return JSONPath(components)
    }
}

/// A check of a task as a whole.
struct StudyRule: Sendable {
    /// Returns the faults, and notes about parts that are correct but may not do what the author expects.
    let findings: @Sendable (Study) -> RSDTaskFileFindings

    init(_ faults: @escaping @Sendable (Study) -> [RSDTaskFileFault]) {
        findings = { RSDTaskFileFindings(faults: faults($0)) }
    }

    init(withNotes findings: @escaping @Sendable (Study) -> RSDTaskFileFindings) {
        self.findings = findings
    }

    private static let all: [StudyRule] = [
        .stepNames, .matchingAnswers, .knownCohorts, .rangeBounds, .recorderOrder, .unmadeActions,
        .namedFiles,
        .endlessLoops,
    ]

    /// Returns the findings of all rules.
    static func findings(in study: Study) -> RSDTaskFileFindings {
        var found = RSDTaskFileFindings(faults: [])
        for rule in all {
            let told = rule.findings(study)
            found.faults += told.faults
            found.notes += told.notes
        }
        for index in found.faults.indices {
            found.faults[index].path = study.placeInFiles(found.faults[index].path)
        }
        for index in found.notes.indices {
            found.notes[index].path = study.placeInFiles(found.notes[index].path)
        }
        return found
    }
}
