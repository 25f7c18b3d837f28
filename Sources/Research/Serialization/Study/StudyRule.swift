// A file can be right key by key and still be no study that anybody can do: a rule on an answer that cannot be
// given, a recorder that stops before it starts. These rules see the whole task, each in a file of its own.

/// A task that is looked at, and what is known around it.
struct Study {
    let task: any RSDTask
    /// The file that the task was read from.
    let root: JSONValue
    /// What read the file.
    let factory: RSDFactory
    /// The types of recorders that whoever runs the task can make; `nil` where nobody says.
    let made: [String]?
    /// The task, and each section and task in it whose steps are known.
    let levels: [Level]
    /// Suggestions for words that are like a known one.
    let suggestions = Suggestions()

    /// The steps of a task or a section, and where it stands.
    final class Level {
        let task: any RSDTask
        let steps: [any RSDStep]
        let path: JSONPath
        /// The levels around it, the outermost first.
        let around: [any RSDTask]
        /// The levels of its sections and subtasks, by the places of their steps.
        fileprivate(set) var inner: [Int: Level] = [:]
        /// Which of its steps may follow which.
        private(set) lazy var graph = StepGraph(self)
        /// The place of the step in which each name stands, itself or within another one; `nil` for a name that
        /// stands at several.
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
        /// The names of all steps of the level and of those within it.
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

    /// Looks for the known words that were probably meant, so long as a file has not too many that are not known.
    final class Suggestions {
        private var left = NearestName.suggestions

        /// The nearest of some words; `nil` if none is near, or too many were looked for.
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

    /// A question, and where it stands.
    typealias Question = (field: any RSDInputField, path: JSONPath)

    /// The questions of all forms, and of the forms that open from them.
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

    /// A place of the task as a place of its files: what a resource has stands in that resource.
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

/// Something that holds of a study that can be done.
struct StudyRule: Sendable {
    /// What breaks it, and what is no fault and worth knowing.
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

    /// What breaks any of the rules.
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
