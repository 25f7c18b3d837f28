import SampleStream
import Synchronization
import SystemCalls
import Testing

@Suite("A ring that a child process fills")
struct UntrustedRingTests {
    private static let capacity = 8
    private let memory: SharedMemory

    init() throws {
        memory = try SharedMemory(bytes: SampleRing.bytes(of: Int.self, capacity: Self.capacity))
    }

    private func consumer() -> UntrustedRingConsumer<Int> {
        UntrustedRingConsumer(capacity: Self.capacity, in: memory, at: 0)
    }

    @Test("returns every element once and in order, also where it wraps around", arguments: 1...9)
    func order(atOnce: Int) throws {
        var consumer = consumer()
        var producer = SampleRing.producer(
            of: Int.self,
            capacity: Self.capacity,
            in: memory,
            at: 0
        )
        var taken: [Int] = []
        var pushed = 0
        while taken.count < 100 {
            while pushed < 100, producer.push(pushed) { pushed += 1 }
            var room = [Int](repeating: -1, count: atOnce)
            let count = try unsafe room.withUnsafeMutableBufferPointer {
                try unsafe consumer.pop(into: $0)
            }
            taken += room.prefix(count)
        }
        #expect(taken == Array(0..<100))
    }

    @Test(
        "refuses an impossible count, and reads no element",
        arguments: [9, -1, .max, .min, 1 << 40]
    )
    func corruption(pushed: Int) {
        var consumer = consumer()
        unsafe memory.address.assumingMemoryBound(to: Atomic<Int>.self)[0]
            .store(pushed, ordering: .releasing)
        var room = [Int](repeating: -1, count: 64)
        #expect(throws: UntrustedRingConsumer<Int>.Corruption.self) {
            try unsafe room.withUnsafeMutableBufferPointer { try unsafe consumer.pop(into: $0) }
        }
        #expect(room.allSatisfy { $0 == -1 })
    }

    @Test("keeps its own count of popped elements, whatever the child stores")
    func ownCount() throws {
        var consumer = consumer()
        let cells = unsafe memory.address.assumingMemoryBound(to: Atomic<Int>.self)
        unsafe cells[0].store(3, ordering: .releasing)
        var room = [Int](repeating: -1, count: 64)
        let take = { (consumer: inout UntrustedRingConsumer<Int>) in
            try unsafe room.withUnsafeMutableBufferPointer { try unsafe consumer.pop(into: $0) }
        }
        #expect(try take(&consumer) == 3)
        // The count of popped elements lies 128 bytes after that of pushed ones.
        unsafe cells[16].store(0, ordering: .releasing)
        #expect(try take(&consumer) == 0)
    }
}
