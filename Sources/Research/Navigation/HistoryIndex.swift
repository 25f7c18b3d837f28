// Where in a level's history each step is. A history is an array because its order counts; without
// an index beside it, every step of a task of ten thousand would cost a walk through all of them.

/// Where in a history each step is.
public struct HistoryIndex: Sendable, Hashable {
    private var places: [String: Int] = [:]
    private var length = 0
    private var last: String?
    /// How many entries are not of steps of the level itself.
    public private(set) var foreignCount = 0

    /// The index of an empty history.
    public init() {}

    /// The index of a history, of a level that knows its own steps.
    public init(_ history: [any RSDResult], isStep: (String) -> Bool = { _ in true }) {
        rebuild(history, isStep: isStep)
    }

    /// How many steps the history has, each counted once.
    public var count: Int { places.count }

    /// Where in the history a step is.
    public func place(of identifier: String) -> Int? { places[identifier] }

    /// Whether the history has a step.
    public func contains(_ identifier: String) -> Bool { places[identifier] != nil }

    /// Takes note of what became of the history since.
    ///
    /// That entries were put at its end, or the last one was replaced, costs nothing; anything else
    /// shows in the length or in the last entry, and costs a walk through the history.
    mutating func follow(_ history: [any RSDResult], isStep: (String) -> Bool) {
        let isGrown =
            history.count >= length && (length == 0 || history[length - 1].identifier == last)
        guard isGrown, history.count - length <= 1 else {
            return rebuild(history, isStep: isStep)
        }
        guard history.count > length else { return }
        let identifier = history[length].identifier
        guard places[identifier] == nil else { return rebuild(history, isStep: isStep) }
        note(identifier, isStep: isStep)
    }

    /// Forgets the end of a history that still has it.
    mutating func forget(
        from place: Int,
        of history: [any RSDResult],
        isStep: (String) -> Bool
    ) {
        for entry in history[place...] {
            let identifier = entry.identifier
            guard places.removeValue(forKey: identifier) != nil else { continue }
            if !isStep(identifier) { foreignCount -= 1 }
        }
        length = place
        last = place == 0 ? nil : history[place - 1].identifier
    }

    private mutating func rebuild(_ history: [any RSDResult], isStep: (String) -> Bool) {
        self = HistoryIndex()
        for entry in history { note(entry.identifier, isStep: isStep) }
    }

    private mutating func note(_ identifier: String, isStep: (String) -> Bool) {
        if places.updateValue(length, forKey: identifier) == nil, !isStep(identifier) {
            foreignCount += 1
        }
        length += 1
        last = identifier
    }
}

/// Results of steps that one has gone back from, one for each step.
struct ResultShelf {
    private(set) var results: [any RSDResult] = []
    private var places: [String: Int] = [:]

    init(_ results: [any RSDResult] = []) {
        for result in results { put(result) }
    }

    /// Puts a result there, in place of an earlier one of the same step; answers where.
    @discardableResult
    mutating func put(_ result: any RSDResult) -> Int {
        if let place = places[result.identifier] {
            results[place] = result
            return place
        }
        places[result.identifier] = results.count
        results.append(result)
        return results.count - 1
    }

    /// The result of a step.
    subscript(identifier: String) -> (any RSDResult)? { places[identifier].map { results[$0] } }
}
