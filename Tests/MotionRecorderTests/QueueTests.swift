import Testing

@testable import MotionRecorder

@Suite("A queue")
struct QueueTests {
    @Test("gives what it was given, in order, through growing and wrapping")
    func order() {
        var queue = Queue<Int>(limit: 64)
        var expected: [Int] = []
        var next = 0
        // Comes and goes by turns of different length, so that head and end wander.
        for turn in 0..<200 {
            for _ in 0..<(turn * 7 % 23) where !queue.isFull {
                queue.append(next)
                expected.append(next)
                next += 1
            }
            for _ in 0..<(turn * 5 % 19) {
                #expect(queue.first == expected.first)
                queue.removeFirst()
                expected = Array(expected.dropFirst())
            }
            #expect(queue.count == expected.count)
            #expect((0..<queue.count).map { queue[$0] } == expected)
        }
        #expect(next > 500)
    }

    @Test(
        "is full at its limit, and takes again what it has given away",
        arguments: [1, 4, 16, 32]
    )
    func limit(limit: Int) {
        var queue = Queue<Int>(limit: limit)
        for index in 0..<limit {
            #expect(!queue.isFull)
            queue.append(index)
        }
        #expect(queue.isFull)
        queue.removeFirst()
        #expect(!queue.isFull)
        queue.append(limit)
        #expect((0..<limit).map { queue[$0] } == Array(1...limit))
    }

    @Test("has no first element while it is empty, and loses nothing by giving")
    func empty() {
        var queue = Queue<Int>(limit: 4)
        #expect(queue.first == nil)
        queue.removeFirst()
        #expect(queue.count == 0)
        queue.append(5)
        #expect(queue.first == 5)
        queue.removeFirst()
        #expect(queue.first == nil)
    }
}
