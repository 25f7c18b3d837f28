// The memory of a machine that reorders accesses as far as C11, and therefore Swift, allows.
//
// The memory consists of locations and slots. A location is an atomic variable. An access to a location has one of two
// orderings: a synchronizing store releases, a synchronizing load acquires, and a relaxed access does neither. A slot
// is plain memory, in which a data race is a fault.
//
// Each thread has a view. For each other thread, the view has the clock up to which that thread's actions happened
// before this thread's next action. For each location, it has the oldest store that this thread may still read.
//
// A location keeps the history of its stores. A load may return any store that the view of the loading thread does not
// rule out. So a thread can read old values as long as nothing orders the accesses. A synchronizing store carries the
// view of the storing thread, and a synchronizing load adds the carried view to the view of the loading thread. A
// relaxed store carries no view, and a relaxed load adds none.
//
// A slot stores its last writer, with the writer's clock, and for each thread, its clock at its last read after
// that write. An access is a data race if it does not happen after every conflicting access of another thread.
//
// The model leaves out three things that cannot occur in the ring:
//
// - Fences, exchanges and sequential consistency: the ring uses none of them.
// - Several writers of one location: in the ring, each location has one writer. So the stores of a location come in
//   the order in which that thread makes them.
// - A load that reads a store which is made only later: C11 allows this for relaxed accesses. If every load acquires
//   and every store releases, it would be a cycle.
//
// So a search of this model finds every execution of the ring as it is. If a test relaxes one ordering of the ring, a
// real machine could do even more than the model, but then a single counterexample is enough.

/// The state of all locations and slots, and the view of each thread.
struct ModelMemory: Hashable {
    private struct Store: Hashable {
        var value: Int
        /// The view that a synchronizing load adds to its thread's view; empty after a relaxed store.
        var released: View
    }

    private struct Slot: Hashable {
        var value: Int?
        var writer = 0
        /// The writer's clock at the write; 0 if no thread has written.
        var written = 0
        /// The clock of each thread at its last read since the write; 0 if the thread has not read since.
        var read = View()
    }

    /// For each location, the stores that at least one thread may still read, the oldest first.
    private var histories: [[Store]]
    /// For each location, how many older stores `forget` has dropped from the history.
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

    /// Performs an action of a thread, and returns the value that was read or written; 0 for `join`.
    ///
    /// A load reads the store that `choice` selects: 0 is the latest store, 1 the one before, and so on. Other actions
    /// ignore `choice`.
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
            "a second thread stores to a location; the model allows one writer for each"
        )
        views[thread][oldestOf: location] = next
        switch ordering {
        case .synchronizing:
            histories[location].append(Store(value: value, released: views[thread]))
            // A thread that acquires this store does not learn what the storing thread does afterwards.
            views[thread][clockOf: thread] += 1
        case .relaxed:
            histories[location].append(Store(value: value, released: View()))
        }
        forget(location)
    }

    /// Drops stores that no thread can read any more, so that the search can merge more executions into one state.
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
    /// A data race: the action and an access of thread `with` conflict, and neither happens before the other.
    case race(with: Int, write: Bool)
    /// A thread read a slot that no thread had written.
    case unwritten
}
