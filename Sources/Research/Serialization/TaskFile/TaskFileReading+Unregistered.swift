// An object of an undeclared type is read as a plain one, as in SageResearch. An author may have written it for an app
// that declares the type, so the notes list what the object lacks without that app.

extension TaskFileReading {
    /// Notes that an object is read as a plain one, and what it therefore lacks.
    mutating func noteUnregistered(
        _ type: String,
        _ object: [String: JSONValue],
        _ family: RSDFamily,
        at place: Place
    ) {
        guard let taken = Self.plain(family) else { return }
        note(
            "nobody has registered the type '\(type)': \(taken)\(Self.lack(of: object, family))",
            at: place.path.appending("type"),
            expected: replacement(of: family)
                + "run it in an app that registers the type"
        )
    }

    /// Suggests other types for an async action that has no recorder here.
    private func replacement(of family: RSDFamily) -> String {
        guard family == .asyncAction, let made, !made.isEmpty else { return "" }
        return "write one of \(made.joined(separator: ", ")), or "
    }

    /// Notes a step without a type that has keys which only certain types read.
    mutating func noteUntyped(_ object: [String: JSONValue], _ family: RSDFamily, at place: Place) {
        guard family == .step, let taken = Self.plain(family) else { return }
        let lack = Self.lack(of: object, family)
        if lack.isEmpty { return }
        note(
            "the step has no type: \(taken)\(lack)",
            at: place.path,
            expected: "add a 'type', such as 'active' or 'form'"
        )
    }

    /// Describes how an object of an undeclared type is treated.
    ///
    /// Returns `nil` if an undeclared type is a fault in this family, or if the family is not part of task files.
    private static func plain(_ family: RSDFamily) -> String? {
        switch family {
        case .task: "the task is done as a plain one"
        case .step: "the step is shown as a plain one"
        case .action: "the button does what it would without an action"
        case .asyncAction: "it has no recorder"
        case .inputField: "any text answers the question"
        case .image, .colors, .surveyRule, .transformer, .result: nil
        }
    }

    /// The parts that certain steps have, with the keys that only those steps read.
    private static let parts: [(part: String, keys: [String])] = [
        ("a timer", ["duration"]),
        ("commands", ["commands"]),
        ("speech", ["spokenInstructions"]),
        ("questions", ["inputFields", "inputItem", "inputItems", "choices"]),
        ("steps", ["steps"]),
        ("recorders", ["asyncActions"]),
    ]

    private static func lack(of object: [String: JSONValue], _ family: RSDFamily) -> String {
        let parts = family == .step ? parts : []
        let missing = parts.flatMap { part, keys in
            keys.filter { object[$0] != nil }.map { "\(part) ('\($0)')" }
        }
        let known = Set(parts.flatMap(\.keys))
        let unread = object.keys.filter { name in
            !known.contains(name) && !isRemark(name) && name != "type"
                && !family.fallback.reads(name, of: object)
        }
        let names = unread.sorted().map { "'\($0)'" }.joined(separator: ", ")
        return (missing.isEmpty ? "" : ", without \(missing.joined(separator: ", "))")
            + (names.isEmpty ? "" : ", and nothing reads its \(names)")
    }
}

extension RSDWords {
    /// True if a key is read: by its name, or by its other name if the object lacks the first.
    fileprivate func reads(_ name: String, of object: [String: JSONValue]) -> Bool {
        self[name] != nil
            || keys.contains { $0.otherName == name && object[$0.name] == nil }
    }
}
