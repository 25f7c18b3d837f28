// Builds the JSON of figures: each number is under a key with its unit; absent figures are in a list with their
// reasons. Nothing is null, and a missing number is never 0.

internal import Gait
internal import Research

/// The members of a JSON object with figures.
struct FigureList {
    private(set) var members: [String: JSONValue] = [:]
    private var absent: [JSONValue] = []
    /// The methods of the figures added so far.
    private(set) var methods: Set<GaitMethod> = []

    /// The object.
    var object: JSONValue {
        var members = members
        if !absent.isEmpty { members["absent"] = .array(absent) }
        return .object(members)
    }

    /// Adds a value that is not a figure.
    mutating func set(_ key: String, _ value: JSONValue?) { members[key] = value }

    /// Adds a number; does nothing if it is missing or not finite.
    mutating func set(_ key: String, number: Double?) {
        guard let number, number.isFinite else { return }
        members[key] = .number(number)
    }

    /// Adds a figure of a bout.
    mutating func add(_ figure: BoutFigure) {
        let unit = figure.unit.key
        switch figure.value {
        case .number(let measured): add(figure.key, measured) { [unit: $0] }
        case .spread(let measured):
            let unit = unit.prefix(1).uppercased() + unit.dropFirst()
            add(figure.key, measured) { spread in
                [
                    "meanIn\(unit)": spread.mean, "deviationIn\(unit)": spread.deviation,
                    "coefficientOfVariation": spread.coefficientOfVariation,
                    "count": Double(spread.count),
                ]
            }
        }
    }

    /// Adds a figure with its numbers.
    mutating func add<Value>(
        _ name: String,
        _ measured: Measured<Value>,
        _ numbers: (Value) -> [String: Double]
    ) {
        switch measured {
        case .figure(let value, let method, let confidence):
            let numbers = numbers(value)
            guard numbers.values.allSatisfy(\.isFinite) else {
                note(name, absent: "noNumber", "its value is not a number; check the readings")
                return
            }
            var members = numbers.mapValues { number in
                Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
            }
            members["method"] = .string(method.rawValue)
            members["confidence"] = .string(confidence.rawValue)
            self.members[name] = .object(members)
            methods.insert(method)
        case .absent(let absence): note(name, absent: absence.name, absence.words)
        }
    }

    /// Adds an absent figure, with the reason.
    mutating func note(_ name: String, absent reason: String, _ words: String) {
        absent.append(
            .object([
                "figure": .string(name), "reason": .string(reason), "words": .string(words),
            ])
        )
    }
}
