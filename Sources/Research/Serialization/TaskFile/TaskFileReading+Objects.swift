// Objects: which kind they are, which keys they have and lack, and what is inside their resources.

extension TaskFileReading {
    /// Checks an object whose `type` tells its kind.
    mutating func checkMember(_ value: JSONValue, of family: Family, at place: Place) {
        guard case .object(let object) = value else {
            return tellShape(value, "an object", at: place)
        }
        if family == .step, let identifier = object["identifier"]?.text {
            identifiers.insert(identifier)
        }
        // What is laid over something is of the kind of what is below it.
        let isTransform = object["type"]?.text == "transform"
        if place.isOverlay, !isTransform {
            let word = (place.below ?? value)["type"]?.text
            let kind = word.flatMap { self.kind(of: $0, in: family) }
            return checkObject(object, kind ?? fallback(of: family), isApps: kind == nil, at: place)
        }
        let (kind, isApps) = resolve(object, family, at: place)
        guard let kind else { return }
        checkObject(object, kind, isApps: isApps, at: place)
    }

    private func kind(of word: String, in family: Family) -> Kind? {
        TaskVocabulary.words(of: family).first { $0.word == word }?.kind
    }

    /// The kind of an object, and whether its type is one of an app, which may have any keys.
    private mutating func resolve(
        _ object: [String: JSONValue],
        _ family: Family,
        at place: Place
    ) -> (Kind?, isApps: Bool) {
        guard let word = object["type"]?.text else {
            return (kindWithoutType(object, family), isApps: family == .step)
        }
        if let kind = kind(of: word, in: family) { return (kind, isApps: false) }
        if registered(family).contains(word) { return (fallback(of: family), isApps: true) }
        let own = TaskVocabulary.words(of: family).map(\.word)
        let words = own + registered(family).filter { !own.contains($0) }
        let nearest =
            NearestName.of(word, among: words)
            ?? (family == .asyncAction ? Self.recorder(of: word) : nil)
        let isClosed = [.image, .colors, .surveyRule, .transformer].contains(family)
        guard nearest != nil || isClosed else { return (fallback(of: family), isApps: true) }
        tell(
            "no \(Self.name(of: family)) has the type '\(word)'",
            at: place.path.appending("type"),
            expected: "write \(Self.list(of: words, in: family))",
            nearest: nearest
        )
        return (nearest.flatMap { kind(of: $0, in: family) }, isApps: false)
    }

    /// The words of a family; of questions, whose types have endings, the words without them.
    private static func list(of words: [String], in family: Family) -> String {
        guard family == .inputField else { return NearestName.list(of: words) }
        let endings = words.count { $0.contains(".") }
        return NearestName.list(of: words.filter { !$0.contains(".") })
            + ", or one of \(endings) with an ending: height, weight and bloodPressure with .adult, .child or"
            + " .infant; singleChoice, multipleChoice, multipleComponent and detail with a type, as"
            + " singleChoice.integer"
    }

    private func registered(_ family: Family) -> [String] {
        switch family {
        case .task: known.tasks
        case .step: known.steps
        case .action: known.uiActions
        case .asyncAction: known.asyncActions
        case .inputField: known.inputFields
        case .surveyRule: known.rules
        case .transformer: known.transformers
        case .image, .colors, .result: []
        }
    }

    private func kindWithoutType(_ object: [String: JSONValue], _ family: Family) -> Kind {
        switch family {
        case .image: .fetchableImage
        case .colors: object["placement"] == nil ? .singleColor : .placementColors
        case .task, .step, .action, .asyncAction, .inputField, .surveyRule, .transformer, .result:
            fallback(of: family)
        }
    }

    /// What objects have whose type is not known.
    private func fallback(of family: Family) -> Kind {
        switch family {
        case .task: .task
        case .step: .uiStep
        case .action: .action
        case .asyncAction: .otherAction
        case .image: .fetchableImage
        case .colors: .singleColor
        case .inputField: .inputField
        case .surveyRule: .surveyRule
        case .transformer: .transformer
        case .result: .result
        }
    }

    private static func name(of family: Family) -> String {
        switch family {
        case .task: "task"
        case .step: "step"
        case .action: "button's action"
        case .asyncAction: "async action"
        case .image: "image"
        case .colors: "mapping of colours"
        case .inputField: "question"
        case .surveyRule: "survey rule"
        case .transformer: "transformer"
        case .result: "result"
        }
    }

    // MARK: Keys

    /// Checks an object of a kind; `isApps` if an app knows more about its keys than the table.
    mutating func checkObject(
        _ object: [String: JSONValue],
        _ kind: Kind,
        isApps: Bool = false,
        at place: Place
    ) {
        let rows = TaskVocabulary.rows(of: kind)
        var shapes = Dictionary(rows.map { ($0.key, $0.shape) }) { $1 }
        if let range = object["range"], shapes["range"] != nil {
            shapes["range"] = rangeShape(of: object["type"]?.text, range, at: place)
        }
        var inner = place
        if kind == .transformStep {
            inner = below(object, at: place)
            for row in laidOverRows(of: inner.below) where shapes[row.key] == nil {
                shapes[row.key] = row.shape
            }
        }
        for row in rows where row.isRequired && !place.isOverlay && object[row.key] == nil {
            // Earlier files have the other name.
            if kind == .customColor, object["backgroundColor"] != nil { continue }
            tell("the key '\(row.key)' is missing", at: place.path, expected: "add it")
        }
        checkRecorder(object, kind, at: place)
        if case .array([])? = object["steps"], shapes["steps"] != nil, !place.isOverlay {
            tell(
                "there is no step",
                at: place.path.appending("steps"),
                expected: "write one: without any, it ends as soon as it begins",
                isHarmless: true
            )
        }
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            let isOwn = ["identifier", "type", "resourceTransformer"].contains(key)
            checkKey(key, value, shapes, kind, isApps, at: isOwn ? place : inner)
        }
    }

    private mutating func checkKey(
        _ key: String,
        _ value: JSONValue,
        _ shapes: [String: Shape],
        _ kind: Kind,
        _ isApps: Bool,
        at place: Place
    ) {
        if key == "colorTheme", shapes["colorMapping"] != nil {
            return tell(
                "'colorTheme' is no key of a step any more",
                at: place.path.appending(key),
                expected: "write a 'colorMapping'"
            )
        }
        guard let shape = shapes[key] else {
            let names = shapes.keys.sorted()
            let others = isApps ? [] : Self.recorders(having: key, besides: kind)
            guard others.isEmpty else {
                return tell(
                    "'\(key)' means nothing to a recorder of type '\(kind.rawValue)'",
                    at: place.path.appending(key),
                    expected: "leave it out: it is for \(others.joined(separator: ", "))",
                    isHarmless: true
                )
            }
            if !isApps, let home = Self.home(of: key, besides: kind) {
                return tell(
                    "'\(key)' means nothing here",
                    at: place.path.appending(key),
                    expected: home,
                    isHarmless: true
                )
            }
            guard !isApps, let nearest = NearestName.of(key, among: names) else { return }
            return tell(
                "the key '\(key)' is not known here",
                at: place.path.appending(key),
                nearest: nearest,
                // It may be a key of an app's own.
                isHarmless: true
            )
        }
        // Its family has looked at the word.
        if key == "type", case .string = value { return }
        if case .null = value, case .object = shape {
            return tellShape(value, "an object, or leave the key out", at: place.appending(key))
        }
        if case .null = value { return checkNull(key, kind, at: place) }
        if case .overrides = shape { return checkOverrides(value, kind, isApps, key, at: place) }
        check(value, as: shape, at: place.appending(key))
        if key == "duration", let seconds = value.seconds,
            let fault = RSDActiveUIStepObject.fault(ofDuration: seconds)
        {
            tell(fault.what, at: place.path.appending(key), expected: fault.remedy)
        }
        if kind == .taskInfoStep, key == "taskTransformer" { checkFetched(value, at: place) }
    }

    /// Where a key belongs that stands beside the object that has it, or in a step without a timer; `nil` for a
    /// key that is known nowhere near.
    private static func home(of key: String, besides kind: Kind) -> String? {
        func has(_ kinds: [Kind]) -> Bool {
            kinds.contains { TaskVocabulary.rows(of: $0).contains { $0.key == key } }
        }
        switch kind {
        case .inputField, .choiceField, .columnField, .detailField:
            if has([.numberRange, .dateRange, .durationRange, .yearRange]) {
                return "move it into the question's 'range'"
            }
            return has([.textOptions]) ? "move it into the question's 'textFieldOptions'" : nil
        case .uiStep, .formStep, .imagePickerStep:
            return has([.activeStep]) ? "leave it out: it is for steps of type 'active'" : nil
        default: return nil
        }
    }

    /// A task that is fetched later; hosts without folders fetch it from elsewhere.
    private mutating func checkFetched(_ transformer: JSONValue, at place: Place) {
        guard !factory.surroundings.resources.folders.isEmpty,
            ["resource", nil].contains(transformer["type"]?.text),
            let name = transformer["resourceName"]?.text
        else {
            mayHaveOthers = true
            return
        }
        // It speaks of its own steps only; recorders of this task may begin and end at them.
        var inner = TaskFileReading(factory: factory, keyFault: keyFault)
        inner.resources = resources
        inner.failures = failures
        _ = inner.resource(name, as: .task, at: place.appending("taskTransformer"))
        inner.checkReferences()
        failures = inner.failures
        add(inner.faults)
        identifiers.formUnion(inner.identifiers)
        mayHaveOthers = mayHaveOthers || inner.mayHaveOthers
    }

    private mutating func checkNull(_ key: String, _ kind: Kind, at place: Place) {
        guard TaskVocabulary.rows(of: kind).contains(where: { $0.key == key && $0.isRequired })
        else { return }
        tellShape(.null, "a value", at: place.appending(key))
    }

    /// What a kind of device has instead: the same keys, but for the buttons.
    private mutating func checkOverrides(
        _ value: JSONValue,
        _ kind: Kind,
        _ isApps: Bool,
        _ key: String,
        at place: Place
    ) {
        var inner = place.appending(key)
        guard case .object(let object) = value else {
            return tellShape(value, "an object", at: inner)
        }
        inner.isOverlay = true
        for key in ["actions", "shouldHideActions"] where object[key] != nil {
            tell(
                "a device has no '\(key)' of its own",
                at: inner.path.appending(key),
                expected: "move them to the step"
            )
        }
        checkObject(object, kind, isApps: isApps, at: inner)
    }

    private mutating func rangeShape(
        of type: String?,
        _ range: JSONValue,
        at place: Place
    ) -> Shape {
        let word = type.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
        switch word {
        case "integer", "decimal", "fraction", "height", "weight", "adult", "child", "infant":
            return .object(.numberRange)
        case "date", "timestamp", "dateOnly", "time": return .object(.dateRange)
        case "duration": return .object(.durationRange)
        case "year": return .object(.yearRange)
        case "string", "boolean", "codable":
            tell(
                "a question for a \(word ?? "value") has no range",
                at: place.path.appending("range"),
                expected: "leave it out"
            )
            return .anything
        default: return .anything
        }
    }

    // MARK: Resources

    /// The keys that can be laid over what stands in a resource.
    private func laidOverRows(of below: JSONValue?) -> [TaskVocabulary.Row] {
        let word = below?["type"]?.text
        guard let kind = word.flatMap({ kind(of: $0, in: .step) }) else {
            return TaskVocabulary.rows(of: .uiStep) + TaskVocabulary.rows(of: .activeStep)
                + TaskVocabulary.rows(of: .sectionStep)
        }
        return TaskVocabulary.rows(of: kind)
    }

    /// The place of a transform's other keys: laid over the step that is in the resource.
    private mutating func below(_ object: [String: JSONValue], at place: Place) -> Place {
        var inner = place
        inner.isOverlay = true
        inner.below = nil
        if let name = object["resourceTransformer"]?["resourceName"]?.text {
            inner.below = resource(name, as: .step, at: place.appending("resourceTransformer"))
        }
        return inner
    }

    /// What stands in a resource, the first time with its faults.
    ///
    /// What is wrong in a file is mended in that file, and told once; a name that leads to no file
    /// is mended where it stands, and told at each place that has it.
    mutating func resource(_ name: String, as family: Family, at place: Place) -> JSONValue? {
        do {
            var inside = Place()
            inside.chain = try place.chain.entering(name)
            inside.path = place.path.appending(resource: name)
            if let known = resources[name] { return known }
            if let failure = failures[name] {
                guard failure.path.components.first == .key("resourceName") else { return nil }
                throw failure
            }
            let value: JSONValue
            do {
                value = try place.chain.decode(JSONValue.self, in: name, by: factory)
            } catch {
                failures[name] = RSDTaskFileError(error)
                throw error
            }
            resources[name] = value
            // A chain of deep files is deeper than any one of them.
            var inner = self
            try DeepStack.run { inner.check(value, as: .member(family), at: inside) }
            self = inner
            return value
        } catch {
            let fault = RSDTaskFileError(error)
            let isNamed = fault.path.components.isEmpty
            let path = isNamed ? place.path.appending("resourceName") : place.path
            tell(
                fault.what,
                at: JSONPath(path.components + fault.path.components),
                expected: fault.remedy
            )
            return nil
        }
    }
}

extension JSONValue {
    fileprivate var seconds: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .number(let value): value
        case .null, .boolean, .string, .array, .object: nil
        }
    }
}
