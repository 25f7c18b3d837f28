// Compares a task file with the declarations of a factory, and collects its faults.

/// A resource that was checked, and what the check of each file that names the resource needs.
struct CheckedResource {
    let value: JSONValue
    /// The path at which it was read first.
    let path: JSONPath
    /// The identifiers of its steps, and of the steps that it reads from other resources.
    var identifiers: Set<String> = []
    /// Its references to steps, and those in the other resources that it reads steps from.
    var references = StepReferences()
    /// True if it fetches a task from a place that cannot be read now, so that not all steps are known.
    var mayHaveOthers = false
}

/// A key that nothing reads.
struct DroppedKey: Hashable {
    let name: String
    /// The key of the same object that has the same meaning and is read; `nil` if there is none.
    let twin: String?
}

/// The state of one check of a file.
struct TaskFileReading {
    typealias Shape = RSDKey.Shape

    let factory: RSDFactory
    /// The types of recorders that the runner supports; `nil` if that is unknown.
    let made: [String]?
    let declared: DeclaredWords
    private(set) var faults: [RSDTaskFileFault] = []
    /// Notes about parts that are correct but may not do what the author expects.
    private(set) var notes: [RSDTaskFileFault] = []
    /// The keys that nothing reads, each with its first path and the number of its other occurrences.
    private var dropped: [(key: DroppedKey, path: JSONPath, others: Int)] = []
    /// The index in `dropped` for each key.
    private var droppedPlaces: [DroppedKey: Int] = [:]
    /// The identifiers of all steps, and the words that a rule may name instead of a step.
    var identifiers = Self.ends
    /// The words that a rule may name instead of a step.
    private static let ends: Set<String> = ["exit", "nextSection"]
    /// True if a task is fetched from a place that cannot be read now; it may have any steps.
    var mayHaveOthers = false
    /// The references to steps, including those in resources.
    var references = StepReferences()
    /// The places of the reported references; one in a shared resource is reported only for the first task.
    var toldReferences: Set<JSONPath> = []
    /// The resources that were checked; their faults are reported once.
    var resources: [String: CheckedResource] = [:]
    /// The resources that could not be read, with the error; they are not read again.
    var failures: [String: RSDTaskFileError] = [:]

    init(factory: RSDFactory, making made: [String]?) {
        self.factory = factory
        self.made = made
        declared = factory.declared
    }

    /// Compares a file with the declarations.
    ///
    /// - Parameters:
    ///   - root: The file.
    ///   - factory: Gives the declarations.
    ///   - made: The types of recorders that the runner supports; `nil` if that is unknown.
    /// - Returns: The faults and notes.
    static func findings(
        in root: JSONValue,
        by factory: RSDFactory,
        making made: [String]?
    ) -> RSDTaskFileFindings {
        var reading = TaskFileReading(factory: factory, making: made)
        reading.check(root, as: .member(.task), at: Place())
        reading.checkReferences()
        reading.noteAllDropped()
        return RSDTaskFileFindings(faults: reading.faults, notes: reading.notes)
    }

    mutating func tell(
        _ what: String,
        at path: JSONPath,
        expected: String? = nil,
        nearest: String? = nil,
        isHarmless: Bool = false
    ) {
        faults.append(
            RSDTaskFileFault(
                what,
                at: path,
                expected: expected,
                nearest: nearest,
                isHarmless: isHarmless
            )
        )
    }

    mutating func note(_ what: String, at path: JSONPath, expected: String? = nil) {
        notes.append(RSDTaskFileFault(what, at: path, expected: expected, isHarmless: true))
    }

    /// Remembers a key that nothing reads, for `noteAllDropped`; equal keys give a single note.
    mutating func noteDropped(_ key: DroppedKey, at path: JSONPath) {
        if let index = droppedPlaces[key] {
            dropped[index].others += 1
        } else {
            droppedPlaces[key] = dropped.count
            dropped.append((key, path, 0))
        }
    }

    /// Adds the notes about unread keys, after the whole file was checked.
    mutating func noteAllDropped() {
        for (key, path, count) in dropped {
            let others =
                switch count {
                case 0: ""
                case 1: ", nor at another place"
                default: ", nor at \(count) other places"
                }
            let reason = key.twin.map { ": '\($0)' is there, which means the same" } ?? ""
            note(
                "the key '\(key.name)' is not read here\(others)\(reason)",
                at: path,
                expected: key.twin == nil ? nil : "leave one of the two out"
            )
        }
    }

    mutating func add(_ others: [RSDTaskFileFault], notes more: [RSDTaskFileFault] = []) {
        faults += others
        notes += more
    }

    /// Reports references to steps that do not exist.
    mutating func checkReferences() {
        if mayHaveOthers { return }
        for reference in references.all where !identifiers.contains(reference.step) {
            guard toldReferences.insert(reference.place).inserted else { continue }
            let isShort = faults.count < NearestName.suggestions
            let words = identifiers.sorted()
            let nearest = isShort ? NearestName.of(reference.step, among: words) : nil
            let others = reference.isAwaited ? "" : ", 'exit' or 'nextSection'"
            let steps = words.filter { !Self.ends.contains($0) }
            tell(
                "there is no step '\(reference.step)'",
                at: reference.path,
                expected: nearest == nil && isShort && !steps.isEmpty
                    ? "write \(NearestName.list(of: steps))\(others)"
                    : "write the identifier of a step\(others)",
                nearest: nearest,
                // A rule to an unknown step only ends the task, so a run is possible. `TaskRules` reports the unknown
                // start steps that do prevent a run.
                isHarmless: true
            )
        }
    }

    // MARK: Values

    mutating func check(_ value: JSONValue, as shape: Shape, at place: Place) {
        switch shape {
        // `checkKey` handles `overrides` and `nothing`.
        case .anything, .overrides, .nothing: break
        case .text, .date:
            guard case .string = value else { return tellShape(value, "a string", at: place) }
        case .step: checkStep(value, isAwaited: false, at: place)
        case .awaitedStep: checkStep(value, isAwaited: true, at: place)
        case .named(let fault):
            guard case .string(let name) = value else {
                return tellShape(value, "a string", at: place)
            }
            if let fault = fault(name) {
                tell(fault.what, at: place.path, expected: fault.remedy)
            }
        case .boolean:
            guard case .boolean = value else {
                return tellShape(value, "true or false", at: place)
            }
        case .integer:
            guard value.isWhole else { return tellShape(value, "a whole number", at: place) }
        case .number:
            guard value.isNumber else { return tellShape(value, "a number", at: place) }
        case .word(let words): checkWord(value, words, isOpen: false, at: place)
        case .openWord(let words): checkWord(value, words, isOpen: true, at: place)
        case .list(let element): checkList(value, of: element, at: place)
        case .map(let words, let element): checkMap(value, words, element, at: place)
        case .instants(let words): checkInstants(value, words, at: place)
        case .object(let words):
            guard case .object(let object) = value else {
                return tellShape(value, "an object", at: place)
            }
            checkObject(object, as: ReadObject(words), at: place)
        case .member(let family): checkMember(value, of: family, at: place)
        case .fetched: checkMember(value, of: .transformer, at: place)
        case .either(let shapes): checkEither(value, shapes, at: place)
        }
    }

    mutating func tellShape(_ value: JSONValue, _ expected: String, at place: Place) {
        tell("the value is \(value.inWords)", at: place.path, expected: "write \(expected)")
    }

    private mutating func checkStep(_ value: JSONValue, isAwaited: Bool, at place: Place) {
        guard case .string(let step) = value else {
            return tellShape(value, "the identifier of a step", at: place)
        }
        references.add(step, isAwaited: isAwaited, at: place.path)
    }

    private mutating func checkWord(
        _ value: JSONValue,
        _ words: [String],
        isOpen: Bool,
        at place: Place
    ) {
        guard case .string(let word) = value else {
            return tellShape(value, "a word", at: place)
        }
        if words.contains(word) { return }
        let nearest = NearestName.of(word, among: words)
        if isOpen, nearest == nil { return }
        tell(
            "'\(word)' is no word that is known here",
            at: place.path,
            expected: "write one of \(words.joined(separator: ", "))",
            nearest: nearest
        )
    }

    private mutating func checkList(_ value: JSONValue, of shape: Shape, at place: Place) {
        guard case .array(let elements) = value else {
            return tellShape(value, "an array", at: place)
        }
        var below: [String?: JSONValue] = [:]
        if place.isOverlay, case .member = shape {
            let known = place.below?.elements ?? []
            // Of two equal identifiers, the first is overridden.
            below = Dictionary(known.map { ($0["identifier"]?.text, $0) }) { first, _ in first }
        }
        for (number, element) in elements.enumerated() {
            var inner = place.appending(number)
            inner.below = below[element["identifier"]?.text]
            check(element, as: shape, at: inner)
        }
        guard case .member(let family) = shape else { return }
        checkIdentifiers(of: elements, family, at: place)
        checkLevel(of: elements, family, at: place)
    }

    /// Checks that steps, async actions and questions of a level have different identifiers.
    ///
    /// Where the steps override those of a section, it also checks that the section has each of them.
    private mutating func checkIdentifiers(
        of elements: [JSONValue],
        _ family: RSDFamily,
        at place: Place
    ) {
        guard [.step, .asyncAction, .inputField].contains(family) else { return }
        var seen: Set<String> = []
        let own = elements.enumerated().map { ($0.offset, $0.element["identifier"]?.text) }
        for (number, identifier) in own {
            guard let identifier, !seen.insert(identifier).inserted else { continue }
            tell(
                "'\(identifier)' is there twice",
                at: place.path.appending(number).appending("identifier"),
                expected: "give one of them another identifier"
            )
        }
        guard place.isOverlay, family == .step, let below = place.below else { return }
        let present = below.elements.compactMap { $0["identifier"]?.text }
        let known = Set(present)
        for (number, identifier) in own {
            guard let identifier, !known.contains(identifier) else { continue }
            tell(
                "the section has no step '\(identifier)' that could be changed here",
                at: place.path.appending(number).appending("identifier"),
                expected: present.isEmpty
                    ? "leave it out: it has none" : "name \(NearestName.list(of: present))",
                nearest: faults.count < NearestName.suggestions
                    ? NearestName.of(identifier, among: present) : nil
            )
        }
    }

    /// Applies each level rule once, to all members of the level that have it.
    private mutating func checkLevel(
        of elements: [JSONValue],
        _ family: RSDFamily,
        at place: Place
    ) {
        var asked: [(rule: RSDLevelRule, members: [RSDLevelRule.Member])] = []
        for (number, element) in elements.enumerated() {
            guard case .object(let object) = element, let type = object["type"]?.text,
                let rule = declared[family].found(type)?.words?.levelRule
            else { continue }
            if let index = asked.firstIndex(where: { $0.rule.name == rule.name }) {
                asked[index].members.append((number, object))
            } else {
                asked.append((rule, [(number, object)]))
            }
        }
        for (rule, members) in asked { add(rule.faults(members, place.path)) }
    }

    private mutating func checkMap(
        _ value: JSONValue,
        _ words: [String],
        _ shape: Shape,
        at place: Place
    ) {
        guard case .object(let object) = value else {
            return tellShape(value, "an object", at: place)
        }
        for (key, element) in object.sorted(by: { $0.key < $1.key }) {
            if !words.contains(key), let nearest = NearestName.of(key, among: words) {
                tell("'\(key)' is not known here", at: place.path.appending(key), nearest: nearest)
            }
            check(element, as: shape, at: place.appending(key))
        }
    }

    private mutating func checkInstants(_ value: JSONValue, _ words: [String], at place: Place) {
        guard case .object(let object) = value else {
            return tellShape(value, "an object", at: place)
        }
        for (key, element) in object.sorted(by: { $0.key < $1.key }) {
            if !words.contains(key), SpokenInstructions.seconds(key) == nil {
                tell(
                    "'\(key)' is no instant of a step",
                    at: place.path.appending(key),
                    expected: "write seconds, or one of \(words.joined(separator: ", "))",
                    nearest: NearestName.of(key, among: words)
                )
            }
            check(element, as: .text, at: place.appending(key))
        }
    }

    private mutating func checkEither(_ value: JSONValue, _ shapes: [Shape], at place: Place) {
        for shape in shapes {
            if case .object = shape, case .object = value {
                return check(value, as: shape, at: place)
            }
            var trial = self
            trial.faults = []
            trial.check(value, as: shape, at: place)
            guard trial.faults.isEmpty else { continue }
            trial.faults = faults
            self = trial
            return
        }
        tellShape(value, "one of the values that are possible there", at: place)
    }
}

extension JSONValue {
    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .unsigned, .number: true
        case .null, .boolean, .string, .array, .object: false
        }
    }

    fileprivate var isWhole: Bool {
        switch self {
        case .integer: true
        case .number(let number): number == number.rounded() && number.magnitude < 1e15
        case .null, .boolean, .unsigned, .string, .array, .object: false
        }
    }

    fileprivate var inWords: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value): "'\(value.prefix(40))'"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
