import Patience
import SampleStream
import SystemCalls
import Testing

/// A sample that fills one cache line with eight copies of its number.
struct Numbered: BitwiseCopyable, Sendable, Equatable {
    var number: Int
    var copies: (Int, Int, Int, Int, Int, Int, Int)

    init(_ number: Int) {
        self.number = number
        copies = (number, number, number, number, number, number, number)
    }

    /// Whether every word has the same number; a torn write mixes two.
    var isWhole: Bool {
        copies.0 == number && copies.1 == number && copies.2 == number && copies.3 == number
            && copies.4 == number && copies.5 == number && copies.6 == number
    }

    static func == (left: Numbered, right: Numbered) -> Bool { left.number == right.number }
}

@Suite("A ring between one producer and one consumer", .mayNotHang)
struct RingTests {
    @Test("returns elements in order, also after it has wrapped around many times")
    func keepsOrder() {
        var ends = SampleRing.make(of: Int.self, capacity: 8)
        var next = 0
        var expected = 0
        for round in 0..<1000 {
            for _ in 0..<(round % 9) where ends.producer.push(next) { next += 1 }
            for _ in 0..<(round * 7 % 9) {
                guard let element = ends.consumer.pop() else { break }
                #expect(element == expected)
                expected += 1
            }
        }
        #expect(expected > 1000)
    }

    @Test("refuses an element when it is full, and accepts one when there is room again")
    func refusesWhenFull() {
        var ends = SampleRing.make(of: Int.self, capacity: 4)
        for number in 0..<4 {
            let pushed = ends.producer.push(number)
            #expect(pushed)
        }
        let refused = ends.producer.push(4)
        #expect(!refused)
        let room = ends.producer.room()
        #expect(room == 0)
        #expect(ends.consumer.pop() == 0)
        let pushed = ends.producer.push(5)
        #expect(pushed)
        var rest: [Int] = []
        while let element = ends.consumer.pop() { rest.append(element) }
        #expect(rest == [1, 2, 3, 5])
    }

    @Test("pushes and pops batches of every size at every position", arguments: 0...9)
    func batches(start: Int) {
        var ends = SampleRing.make(of: Int.self, capacity: 8)
        for number in 0..<start {
            _ = ends.producer.push(number)
            _ = ends.consumer.pop()
        }
        for size in 0...10 {
            let elements = Array(0..<size)
            let pushed = unsafe elements.withUnsafeBufferPointer {
                unsafe ends.producer.push(contentsOf: $0)
            }
            #expect(pushed == min(size, 8))
            var taken = [Int](repeating: -1, count: 12)
            let count = unsafe taken.withUnsafeMutableBufferPointer {
                unsafe ends.consumer.pop(into: $0)
            }
            #expect(Array(taken.prefix(count)) == Array(elements.prefix(pushed)))
        }
    }

    @Test("loses, repeats and tears no element between two threads", arguments: [1, 64])
    func twoThreads(batch: Int) throws {
        let total = 200_000
        let ends = SampleRing.make(of: Numbered.self, capacity: 256)
        var producer: RingProducer<Numbered>? = ends.producer
        var consumer = ends.consumer
        let handover = Lent(producer.take())
        let thread = try SystemThread.spawn(name: "producer") {
            guard var producer = handover.take() else { return }
            var next = 0
            while next < total {
                let elements = (next..<min(next + batch, total)).map { Numbered($0) }
                unsafe elements.withUnsafeBufferPointer { buffer in
                    var rest = unsafe UnsafeBufferPointer(rebasing: buffer[...])
                    while !rest.isEmpty {
                        let count = unsafe producer.push(contentsOf: rest)
                        unsafe rest = UnsafeBufferPointer(rebasing: rest[count...])
                    }
                }
                next += elements.count
            }
        }
        var expected = 0
        var faults = 0
        while expected < total {
            guard let element = consumer.pop() else { continue }
            if element.number != expected || !element.isWhole { faults += 1 }
            expected += 1
        }
        thread.join()
        #expect(faults == 0)
        #expect(consumer.pop() == nil)
    }
}

/// Hands a noncopyable value to another thread.
final class Lent<Value: ~Copyable>: @unchecked Sendable {
    // @unchecked: one thread stores the value, and after that only the other thread takes it.
    private var value: Value?

    init(_ value: consuming Value?) {
        self.value = value
    }

    func take() -> Value? { value.take() }
}
