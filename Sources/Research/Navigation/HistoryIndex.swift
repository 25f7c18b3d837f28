// Where in a level's history each step is. A history is an array because its order counts; without
// an index beside it, every step of a task of ten thousand would cost a walk through all of them.

/// Where in a history each step is.
public struct HistoryIndex: Sendable, Hashable {
    private var places: [String: Int] = [:]
    /// For each entry the last marker of progress up to it, -1 ahead of the first.
    private var markers: [Int] = []
    private var last: String?
    /// How many entries are not of steps of the level itself.
    public private(set) var foreignCount = 0

    /// The index of an empty history.
    public init() {}

    /// The index of a history of the level that a navigator leads through.
    public init(_ history: [any RSDResult], of navigator: (any RSDStepNavigator)?) {
        rebuild(history, of: navigator)
    }

    /// How many steps the history has, each counted once.
    public var count: Int { places.count }

    /// Where in the history a step is.
    public func place(of identifier: String) -> Int? { places[identifier] }

    /// Whether the history has a step.
    public func contains(_ identifier: String) -> Bool { places[identifier] != nil }

    /// The last of the navigator's markers of progress that was shown; -1 if none was.
    var lastMarker: Int { markers.last ?? -1 }

    private var length: Int { markers.count }

    /// Takes note of an entry that was put at the end, or replaced by another of its step, which costs nothing.
    ///
    /// Anything else that shows in the length or in the last entry costs a walk through the history; what does not
    /// show there, the caller has to know.
    mutating func follow(_ history: [any RSDResult], of navigator: (any RSDStepNavigator)?) {
        let isGrown =
            history.count >= length && (length == 0 || history[length - 1].identifier == last)
        guard isGrown, history.count - length <= 1 else {
            return rebuild(history, of: navigator)
        }
        guard history.count > length else { return }
        let identifier = history[length].identifier
        guard places[identifier] == nil else { return rebuild(history, of: navigator) }
        note(identifier, of: navigator)
    }

    /// Forgets the end of a history that still has it.
    mutating func forget(
        from place: Int,
        in history: [any RSDResult],
        of navigator: (any RSDStepNavigator)?
    ) {
        // Of a step that has several entries, an earlier one may stay.
        guard places.count == length else {
            return rebuild(Array(history[..<place]), of: navigator)
        }
        for entry in history[place...] {
            let identifier = entry.identifier
            guard places.removeValue(forKey: identifier) != nil else { continue }
            if navigator?.step(with: identifier) == nil { foreignCount -= 1 }
        }
        markers.removeSubrange(place...)
        last = place == 0 ? nil : history[place - 1].identifier
    }

    private mutating func rebuild(
        _ history: [any RSDResult],
        of navigator: (any RSDStepNavigator)?
    ) {
        self = HistoryIndex()
        for entry in history { note(entry.identifier, of: navigator) }
    }

    private mutating func note(_ identifier: String, of navigator: (any RSDStepNavigator)?) {
        if places.updateValue(length, forKey: identifier) == nil,
            navigator?.step(with: identifier) == nil
        {
            foreignCount += 1
        }
        let marking = navigator as? RSDConditionalStepNavigatorObject
        markers.append(max(lastMarker, marking?.placeOfMarker(identifier) ?? -1))
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
