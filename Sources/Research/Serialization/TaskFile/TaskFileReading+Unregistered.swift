// A step or question of a type that nobody has registered is shown as a plain one, as in the field. Whoever
// wrote it for an app should hear what it is without.

extension TaskFileReading {
    /// Notes a step or question that is shown as a plain one, and what of its type is missing then.
    mutating func noteUnregistered(
        _ type: String,
        _ object: [String: JSONValue],
        _ family: RSDFamily,
        at place: Place
    ) {
        let shown: String
        switch family {
        case .step: shown = "the step is shown as a plain one\(Self.lack(of: object))"
        case .inputField: shown = "any text answers the question"
        case .task, .action, .asyncAction, .image, .colors, .surveyRule, .transformer, .result:
            return
        }
        note(
            "nobody has registered the type '\(type)': \(shown)",
            at: place.path.appending("type"),
            expected: "run it in an app that registers the type"
        )
    }

    /// What steps have by the keys that only some types read.
    private static let parts: [(part: String, keys: [String])] = [
        ("a timer", ["duration"]),
        ("commands", ["commands"]),
        ("speech", ["spokenInstructions"]),
        ("questions", ["inputFields", "inputItem", "inputItems", "choices"]),
        ("steps", ["steps"]),
        ("recorders", ["asyncActions"]),
    ]

    private static func lack(of object: [String: JSONValue]) -> String {
        let missing = parts.flatMap { part, keys in
            keys.filter { object[$0] != nil }.map { "\(part) ('\($0)')" }
        }
        return missing.isEmpty ? "" : ", without \(missing.joined(separator: ", "))"
    }
}
