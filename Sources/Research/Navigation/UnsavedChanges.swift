// What of a run is not saved yet. A run of ten thousand steps is saved at each of them, and each time
// only what has changed is: whoever changes a level's result says which entries those were, and
// whoever does not (it may be anybody) has the whole level saved once more.

/// Which entries of a list have changed since it was saved.
struct ChangedEntries: Sendable {
    private var single: Set<Int> = []
    /// From here on, all have; at first that is the whole list.
    private var tail = 0

    mutating func note(_ place: Int) {
        if place < tail { single.insert(place) }
    }

    mutating func note(from place: Int) {
        tail = min(tail, place)
    }

    /// The places in a list of the length; from now on, none has changed.
    mutating func take(of count: Int) -> [Int] {
        let places = single.filter { $0 < min(tail, count) }.sorted()
        let rest = tail < count ? Array(tail..<count) : []
        self = ChangedEntries(single: [], tail: count)
        return places + rest
    }
}

/// What of a level is not saved yet.
struct UnsavedChanges: Sendable {
    var history = ChangedEntries()
    var shelf = ChangedEntries()
    var recorded = ChangedEntries()
    /// Whether anything of the level itself has changed.
    var isAny = false
    /// The levels within it of which something has changed.
    var children: Set<String> = []

    mutating func noteResult() {
        history.note(from: 0)
        recorded.note(from: 0)
    }
}

extension RSDTaskViewModel {
    /// Changes the result, and says what of it that was: saving it will cost no more than that.
    final func edit(
        _ change: (inout any RSDTaskResult) -> Void,
        noting note: (inout UnsavedChanges) -> Void = { _ in }
    ) {
        let (history, recorded) = (unsaved.history, unsaved.recorded)
        let isKnown = isHistoryKnown
        change(&taskResult)
        isHistoryKnown = isKnown
        (unsaved.history, unsaved.recorded) = (history, recorded)
        note(&unsaved)
    }

    /// Puts results at the end of what was recorded, where nothing more is said of the change.
    ///
    /// - Parameter change: May take earlier results out of the list, and puts as many at its end as
    ///   it answers.
    package final func record(_ change: (inout any RSDTaskResult) -> Int) {
        let before = taskResult.asyncResults?.count ?? 0
        var added = 0
        edit {
            added = change(&$0)
        }
        let isOnlyLonger = taskResult.asyncResults?.count ?? 0 == before + added
        unsaved.recorded.note(from: isOnlyLonger ? before : 0)
    }

    /// Something of this level has changed.
    final func noteUnsaved() {
        guard !unsaved.isAny else { return }
        unsaved.isAny = true
        var level = self
        while let above = level.parentLevel,
            above.unsaved.children.insert(level.identifier).inserted
        {
            level = above
        }
    }
}
