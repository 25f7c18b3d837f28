// Tracks what has not been saved yet. A run of ten thousand steps is saved at each step, so each save must write only
// what has changed. Code that changes a level's result through `edit` names the changed entries. After any other
// change, the whole level is saved again.

/// The entries of a list that have changed since it was saved.
struct ChangedEntries: Sendable {
    private var single: Set<Int> = []
    /// All entries from this index on have changed; at first that is the whole list.
    private var tail = 0

    mutating func note(_ place: Int) {
        if place < tail { single.insert(place) }
    }

    mutating func note(from place: Int) {
        tail = min(tail, place)
    }

    /// Returns the changed places in a list of length `count`, and marks all as saved.
    mutating func take(of count: Int) -> [Int] {
        let places = single.filter { $0 < min(tail, count) }.sorted()
        let rest = tail < count ? Array(tail..<count) : []
        self = ChangedEntries(single: [], tail: count)
        return places + rest
    }
}

/// What has not been saved of one level.
struct UnsavedChanges: Sendable {
    var history = ChangedEntries()
    var previous = ChangedEntries()
    var recorded = ChangedEntries()
    /// True if anything of the level itself has changed.
    var isAny = false
    /// The identifiers of the levels directly within this one that have changed, or contain changed levels.
    var children: Set<String> = []

    mutating func noteResult() {
        history.note(from: 0)
        recorded.note(from: 0)
    }
}

extension RSDTaskViewModel {
    /// Changes the result; `note` names the changed entries, and only those will be saved.
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

    /// Changes the list of recordings.
    ///
    /// - Parameter change: Appends recordings, and may remove earlier ones; returns the number of appended ones.
    package final func record(_ change: (inout any RSDTaskResult) -> Int) {
        let before = taskResult.asyncResults?.count ?? 0
        var added = 0
        edit {
            added = change(&$0)
        }
        let isOnlyLonger = taskResult.asyncResults?.count ?? 0 == before + added
        unsaved.recorded.note(from: isOnlyLonger ? before : 0)
    }

    /// Notes that something of this level has changed.
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
