// A thread that has one end of the ring. It calls the ring's own steps and checks their results.

import SampleStream

/// One call that a thread makes at its end of the ring.
enum RingCall: Hashable {
    case push
    case pushBatch(Int)
    /// Asks for the room, and pushes that many elements.
    case fill
    case pop
    case popBatch(Int)
    /// Waits for the producer to finish.
    case join
    /// Pops until the ring is empty.
    case drain
}

/// What must occur in some execution of a ring, or the search would show little.
enum RingSighting: Hashable {
    case full, empty
    /// A batch of which only a part fitted or was available.
    case part
    /// A batch that continued at the first slot.
    case split
    /// More elements were moved than twice the number of slots.
    case twiceAround
}

/// A thread that has one end of the ring.
struct RingThread: ModelProgram {
    private let calls: [RingCall]
    private let weakened: RingOrdering?
    private var next = 0
    private var producer: RingProducerSteps
    private var consumer: RingConsumerSteps
    /// How many elements were pushed or popped; the value of each is the number of those before it.
    private(set) var moved = 0
    private(set) var fault: String?

    init(_ calls: [RingCall], capacity: Int, weakened: RingOrdering?) {
        self.calls = calls
        self.weakened = weakened
        producer = RingProducerSteps(capacity: capacity)
        consumer = RingConsumerSteps(capacity: capacity)
    }

    var isFinished: Bool { next == calls.count }

    mutating func call(_ memory: CallMemory) -> [RingSighting] {
        let ring = ModelRingMemory(call: memory, weakened: weakened)
        defer { next += 1 }
        switch calls[next] {
        case .push:
            return accept(producer.push(moved, to: ring) ? 1 : 0, of: 1)
        case .pushBatch(let count):
            return accept(push(count, to: ring), of: count)
        case .fill:
            let room = producer.room(in: ring)
            guard room >= 0 else {
                fault = "there was room for \(room)"
                return []
            }
            let pushed = push(room, to: ring)
            if pushed != room { fault = "there was room for \(room), but \(pushed) were pushed" }
            return accept(pushed, of: room)
        case .pop:
            return take(consumer.pop(from: ring).map { [$0] } ?? [], of: 1)
        case .popBatch(let count):
            return take(pop(count, from: ring), of: count)
        case .join:
            memory.perform(.join)
            return []
        case .drain:
            for _ in 0..<consumer.capacity {
                guard let element = consumer.pop(from: ring) else { break }
                _ = take([element], of: 1)
            }
            if consumer.pop(from: ring) != nil { fault = fault ?? "more came out than fits" }
            return []
        }
    }

    private mutating func push(_ count: Int, to ring: ModelRingMemory) -> Int {
        let elements = Array(moved..<(moved + count))
        return unsafe elements.withUnsafeBufferPointer {
            unsafe producer.push(contentsOf: $0, to: ring)
        }
    }

    private mutating func pop(_ count: Int, from ring: ModelRingMemory) -> [Int] {
        var elements = Array(repeating: -1, count: count)
        let popped = unsafe elements.withUnsafeMutableBufferPointer {
            unsafe consumer.pop(into: $0, from: ring)
        }
        return Array(elements.prefix(popped))
    }

    private mutating func accept(_ count: Int, of wanted: Int) -> [RingSighting] {
        let capacity = producer.capacity
        // Slots that were never used are free, whatever the consumer did.
        if count < min(wanted, capacity - moved) {
            fault = "\(count) of \(wanted) were pushed, with \(capacity - moved) slots never used"
        }
        return sightings(count, of: wanted, none: .full)
    }

    private mutating func take(_ elements: [Int], of wanted: Int) -> [RingSighting] {
        for (place, element) in elements.enumerated() where element != moved + place {
            fault = fault ?? "element \(element) came out instead of \(moved + place)"
        }
        return sightings(elements.count, of: wanted, none: .empty)
    }

    private mutating func sightings(
        _ count: Int,
        of wanted: Int,
        none: RingSighting
    ) -> [RingSighting] {
        let capacity = producer.capacity
        var sightings: [RingSighting] = []
        if count == 0, wanted > 0 { sightings.append(none) }
        if count > 0, count < wanted { sightings.append(.part) }
        if count > 0, moved % capacity + count > capacity { sightings.append(.split) }
        moved += count
        if moved > 2 * capacity { sightings.append(.twiceAround) }
        return sightings
    }

    // The calls and the weakened ordering are the same in every state of a search, so they are not compared.

    static func == (left: RingThread, right: RingThread) -> Bool {
        left.next == right.next && left.moved == right.moved && left.producer == right.producer
            && left.consumer == right.consumer && left.fault == right.fault
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(next)
        hasher.combine(moved)
        hasher.combine(producer)
        hasher.combine(consumer)
    }
}
