// The place of each step in the history of a level. The history is an array because its order matters. Without an
// index, every step of a task with ten thousand steps would need a search of the whole array.

/// The place of each step in a history.
public struct HistoryIndex: Sendable, Hashable {
    private var places: [String: Int] = [:]
    /// For each entry, the number of the highest progress marker among it and its predecessors; -1 if there is none.
    private var markers: [Int] = []
    private var last: String?
    /// The number of entries that belong to no step of this level.
    public private(set) var foreignCount = 0

    /// Creates the index of an empty history.
    public init() {}

    /// Creates the index of a history; the navigator determines which steps belong to the level.
    public init(_ history: [any RSDResult], of navigator: (any RSDStepNavigator)?) {
        rebuild(history, of: navigator)
    }

    /// The number of distinct steps in the history.
    public var count: Int { places.count }

    /// Returns the index of a step's last entry in the history; `nil` if the history has none.
    public func place(of identifier: String) -> Int? { places[identifier] }

    /// True if the history has a result of the step.
    public func contains(_ identifier: String) -> Bool { places[identifier] != nil }

    /// The number of the highest progress marker that was reached; -1 if none was.
    var lastMarker: Int { markers.last ?? -1 }

    private var length: Int { markers.count }

    /// Updates the index after one entry was appended, or was replaced by another result of the same step.
    ///
    /// That takes constant time. If the length or the last entry shows any other change, the index is rebuilt from the
    /// whole history. A change that these two do not show is not noticed: the caller must then rebuild the index.
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

    /// Removes the entries from `place` on from the index; call it before they are removed from the history.
    mutating func forget(
        from place: Int,
        in history: [any RSDResult],
        of navigator: (any RSDStepNavigator)?
    ) {
        // With several entries of one step, an earlier one may remain, so the index is rebuilt.
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

/// The results of steps that the participant has gone back from, one for each step.
struct PreviousResults {
    private(set) var results: [any RSDResult] = []
    private var places: [String: Int] = [:]

    init(_ results: [any RSDResult] = []) {
        for result in results { put(result) }
    }

    /// Stores a result in place of an earlier one of the same step, and returns its place.
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
