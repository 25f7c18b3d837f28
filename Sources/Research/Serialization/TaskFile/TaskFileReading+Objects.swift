// Checks the objects of a task file: their types, and their missing, unknown and invalid keys.

extension TaskFileReading {
    /// Checks an object whose `type` decides which keys it has.
    mutating func checkMember(_ value: JSONValue, of family: RSDFamily, at place: Place) {
        guard case .object(let object) = value else {
            return tellShape(value, "an object", at: place)
        }
        if family == .step, let identifier = object["identifier"]?.text {
            identifiers.insert(identifier)
        }
        // An override has the type of the object that it overrides.
        if place.isOverlay, words(of: object, in: family)?.underlay == nil {
            let below = words(ofType: (place.below ?? value)["type"]?.text, in: family)
            let read = ReadObject(below ?? family.fallback, of: family, isApps: below == nil)
            return checkObject(object, as: read, at: place)
        }
        guard let read = resolve(object, family, at: place) else { return }
        checkObject(object, as: read, at: place)
    }

    private func words(of object: [String: JSONValue], in family: RSDFamily) -> RSDWords? {
        words(ofType: object["type"]?.text, in: family)
    }

    func words(ofType type: String?, in family: RSDFamily) -> RSDWords? {
        type.flatMap { declared[family].found($0)?.words }
    }

    /// Returns the expected keys of an object; `nil` if its keys cannot be checked.
    ///
    /// An undeclared type that an app may define is noted, and the object may then have any keys. Any other undeclared
    /// type is reported; the keys are then those of the type that was probably meant, if there is one.
    private mutating func resolve(
        _ object: [String: JSONValue],
        _ family: RSDFamily,
        at place: Place
    ) -> ReadObject? {
        guard let type = object["type"]?.text else {
            let usual = family.usualType { object[$0] != nil }
            let words = words(ofType: usual, in: family) ?? family.fallback
            if usual == nil { noteUntyped(object, family, at: place) }
            return ReadObject(words, of: family, isApps: family == .step)
        }
        let any = ReadObject(family.fallback, of: family, isApps: true)
        if let known = declared[family].found(type) {
            return known.words.map { ReadObject($0, of: family) } ?? any
        }
        let types = declared[family].choices
        let nearest =
            NearestName.of(type, among: types)
            ?? (family == .asyncAction ? recorder(of: type) : nil)
        guard nearest != nil || family.isClosed else {
            noteUnregistered(type, object, family, at: place)
            return any
        }
        tell(
            "no \(family.name) has the type '\(type)'",
            at: place.path.appending("type"),
            expected: "write \(Self.list(of: types, in: family))",
            nearest: nearest
        )
        return words(ofType: nearest, in: family).map { ReadObject($0, of: family) }
    }

    /// Lists the types of a family; for questions, the many types with an ending are only summarised.
    private static func list(of words: [String], in family: RSDFamily) -> String {
        guard family == .inputField else { return NearestName.list(of: words) }
        let endings = words.count { $0.contains(".") }
        return NearestName.list(of: words.filter { !$0.contains(".") })
            + ", or one of \(endings) with an ending: height, weight and bloodPressure with .adult, .child or"
            + " .infant; singleChoice, multipleChoice, multipleComponent and detail with a type, as"
            + " singleChoice.integer"
    }

    // MARK: Keys

    /// Checks each key of an object, and the rules that involve several keys.
    mutating func checkObject(
        _ object: [String: JSONValue],
        as read: ReadObject,
        at place: Place
    ) {
        var inner = place
        var laidOver: RSDWords?
        if let underlay = read.words.underlay {
            inner = below(object[underlay.name], at: place.appending(underlay.name), of: place)
            laidOver = words(ofType: inner.below?["type"]?.text, in: .step) ?? Self.anyStep
        }
        for key in read.keys where key.isRequired && !place.isOverlay && object[key.name] == nil {
            if let other = key.otherName, object[other] != nil { continue }
            tell("the key '\(key.name)' is missing", at: place.path, expected: "add it")
        }
        add(read.words.rule?(object, place.path) ?? [])
        add(laidOver?.rule?(object, place.path) ?? [])
        if case .array([])? = object["steps"], read["steps"] != nil, !place.isOverlay {
            tell(
                "there is no step",
                at: place.path.appending("steps"),
                expected: "write one: without any, it ends as soon as it begins",
                isHarmless: !place.path.components.isEmpty
            )
        }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            if let key = read[name] {
                checkKey(key, value, read, at: place)
            } else if let key = laidOver?[name] {
                checkKey(key, value, read, at: inner)
            } else if let key = Self.key(calledAlso: name, in: [read.words, laidOver]) {
                if object[key.name] == nil {
                    check(value, as: key.shape, at: place.appending(name))
                } else if !read.isApps {
                    let dropped = DroppedKey(name: name, twin: key.name)
                    noteDropped(dropped, at: inner.path.appending(name))
                }
            } else {
                tellUnknown(name, in: object, of: read, laidOver, at: inner)
            }
        }
    }

    /// The keys for a step of unknown type, such as one in a file that cannot be read.
    private static let anyStep = RSDWords(
        "step",
        RSDKey.activeStep + RSDKey.level,
        rule: RSDActiveUIStepObject.durationRule
    )

    private mutating func checkKey(
        _ key: RSDKey,
        _ value: JSONValue,
        _ read: ReadObject,
        at place: Place
    ) {
        let inner = place.appending(key.name)
        if case .nothing(let why, let remedy) = key.shape {
            return tell(why, at: inner.path, expected: remedy)
        }
        // The word was checked when the type was resolved.
        if key.name == "type", read.family != nil, case .string = value { return }
        if case .null = value {
            if case .object = key.shape {
                tellShape(value, "an object, or leave the key out", at: inner)
            } else if key.isRequired {
                tellShape(value, "a value", at: inner)
            }
            return
        }
        if case .overrides = key.shape { return checkOverrides(value, read, at: inner) }
        check(value, as: key.shape, at: inner)
        if case .fetched(.task) = key.shape { checkFetched(value, at: inner) }
    }

    /// Returns the key that has this name in other versions of files; `nil` if there is none.
    private static func key(calledAlso name: String, in words: [RSDWords?]) -> RSDKey? {
        words.compactMap(\.self).flatMap(\.keys).first { $0.otherName == name }
    }

    /// Checks the overrides for a kind of device, which may have the keys of the step except those of the buttons.
    private mutating func checkOverrides(
        _ value: JSONValue,
        _ read: ReadObject,
        at place: Place
    ) {
        var inner = place
        guard case .object(let object) = value else {
            return tellShape(value, "an object", at: inner)
        }
        inner.isOverlay = true
        for key in RSDKey.actionHandler.map(\.name) where object[key] != nil {
            tell(
                "a device has no '\(key)' of its own",
                at: inner.path.appending(key),
                expected: "move them to the step"
            )
        }
        checkObject(object, as: read, at: inner)
    }
}
