// The memory of a machine that reorders accesses as C11 (and so Swift) allows: loads and stores that
// acquire, release or do neither, and plain slots, in which a data race is a fault.
//
// A location keeps the history of its stores. A load may return any store that the thread's view does
// not rule out, so a thread can see old values as long as nothing orders the accesses. A releasing
// store carries its thread's view, and an acquiring load joins that view; relaxed ones do not. A slot
// remembers who accessed it last and when, by the clocks of the views; an access that does not happen
// after a conflicting one is a data race.
//
// What the model leaves out cannot occur in the ring. The ring uses no fences, exchanges or sequential
// consistency. Each location has one writer, so its stores come in that thread's order. A load never
// returns a store that is made later: C11 allows that for relaxed accesses only; if every load acquires
// and every store releases, such a store would have to happen before itself. So a search of this model
// finds every execution of the ring as it is. With one ordering relaxed a machine could do still more,
// but there a single counterexample is enough.

/// The state of the memory, and what each thread knows of it.
struct ModelMemory: Hashable {
    private struct Store: Hashable {
        var value: Int
        /// The view that an acquiring load joins.
        var released: View
    }

    private struct Slot: Hashable {
        var value: Int?
        var writer = 0
        /// The writer's clock at the write; 0 if nobody has written.
        var written = 0
        /// The clock of each thread's last read since the write.
        var read = View()
    }

    /// The stores of each location that a thread may still read, the oldest first.
    private var histories: [[Store]]
    /// How many older stores of each location were dropped.
    private var forgotten: [Int]
    private var slots: [Slot]
    private var views: [View]

    init(threads: Int, locations: Int, slots: Int) {
        precondition(threads <= View.threads && locations <= View.locations)
        histories = Array(repeating: [Store(value: 0, released: View())], count: locations)
        forgotten = Array(repeating: 0, count: locations)
        self.slots = Array(repeating: Slot(), count: slots)
        views = (0..<threads).map { thread in
            var view = View()
            view[clockOf: thread] = 1
            return view
        }
    }

    /// The latest value of a location.
    func latest(of location: Int) -> Int {
        histories[location][histories[location].count - 1].value
    }

    /// The number of possible outcomes of an action: for a load, how many stores it may read.
    func choices(of action: ModelAction, by thread: Int) -> Int {
        guard case .load(let location, _) = action else { return 1 }
        return histories[location].count
            - (views[thread][oldestOf: location] - forgotten[location])
    }

    /// Performs an action and returns its answer; a load reads the store that `choice` names, 0 for the latest.
    mutating func perform(
        _ action: ModelAction,
        by thread: Int,
        choice: Int
    ) throws(ModelFault) -> Int {
        switch action {
        case .load(let location, let ordering):
            return load(location, ordering, by: thread, choice: choice)
        case .store(let location, let value, let ordering):
            store(value, to: location, ordering, by: thread)
            return value
        case .write(let slot, let value):
            try check(slot, by: thread, reads: false)
            let clock = views[thread][clockOf: thread]
            slots[slot] = Slot(value: value, writer: thread, written: clock)
            return value
        case .read(let slot):
            try check(slot, by: thread, reads: true)
            slots[slot].read[clockOf: thread] = views[thread][clockOf: thread]
            guard let value = slots[slot].value else { throw .unwritten }
            return value
        case .join:
            for other in views { views[thread].join(other) }
            return 0
        }
    }

    private mutating func load(
        _ location: Int,
        _ ordering: ModelOrdering,
        by thread: Int,
        choice: Int
    ) -> Int {
        let index = histories[location].count - 1 - choice
        let store = histories[location][index]
        views[thread][oldestOf: location] = forgotten[location] + index
        if ordering == .synchronizing { views[thread].join(store.released) }
        forget(location)
        return store.value
    }

    private mutating func store(
        _ value: Int,
        to location: Int,
        _ ordering: ModelOrdering,
        by thread: Int
    ) {
        let next = forgotten[location] + histories[location].count
        precondition(
            views[thread][oldestOf: location] == next - 1,
            "the model has one writer for each location"
        )
        views[thread][oldestOf: location] = next
        switch ordering {
        case .synchronizing:
            histories[location].append(Store(value: value, released: views[thread]))
            // What the thread does from here on is not released with this store.
            views[thread][clockOf: thread] += 1
        case .relaxed:
            histories[location].append(Store(value: value, released: View()))
        }
        forget(location)
    }

    /// Drops stores that no thread can read any more, so that more executions share a state.
    private mutating func forget(_ location: Int) {
        var oldest = views[0][oldestOf: location]
        for view in views { oldest = min(oldest, view[oldestOf: location]) }
        histories[location].removeFirst(oldest - forgotten[location])
        forgotten[location] = oldest
    }

    private func check(_ slot: Int, by thread: Int, reads: Bool) throws(ModelFault) {
        let touched = slots[slot]
        let view = views[thread]
        if touched.written > view[clockOf: touched.writer], touched.writer != thread {
            throw .race(with: touched.writer, write: true)
        }
        if reads { return }
        for other in views.indices where other != thread {
            if touched.read[clockOf: other] > view[clockOf: other] {
                throw .race(with: other, write: false)
            }
        }
    }
}

/// What must not occur in any execution.
enum ModelFault: Error, Hashable {
    /// The action and an access of another thread are not ordered, and one of them writes.
    case race(with: Int, write: Bool)
    /// A slot was read that nobody had written.
    case unwritten
}
