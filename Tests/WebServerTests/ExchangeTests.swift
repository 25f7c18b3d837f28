import Testing
@testable import WebServer

@Suite("The exchange of a request and its answer")
struct ExchangeTests {
    /// An exchange, and the counts of bytes that it has reported as taken.
    private final class Rig {
        private(set) var taken: [Int] = []
        private(set) lazy var exchange = Exchange(id: 1, target: "/") { [weak self] count in
            self?.taken.append(count)
        }

        /// The bytes that the library gets if it has so much room; `nil` at the end.
        func fill(_ room: Int) -> [UInt8]? {
            var place = [UInt8](repeating: 0, count: room)
            let count = unsafe place.withUnsafeMutableBytes { unsafe exchange.fill($0) }
            return count.map { Array(place.prefix($0)) }
        }
    }

    private let rig = Rig()

    @Test("passes on what it was given, in order, as much as there is room for, and reports it")
    func order() {
        rig.exchange.add([1, 2, 3])
        #expect(rig.fill(2) == [1, 2])
        rig.exchange.add([4, 5])
        #expect(rig.fill(2) == [3, 4])
        #expect(rig.fill(9) == [5])
        rig.exchange.add([6])
        #expect(rig.fill(1) == [6])
        #expect(rig.taken == [2, 2, 1, 1])
    }

    @Test("is suspended if there is nothing to send, and not any more once it is resumed")
    func turns() {
        #expect(!rig.exchange.isSuspended)
        #expect(rig.fill(8) == [])
        #expect(rig.exchange.isSuspended)
        rig.exchange.add([7])
        rig.exchange.resume()
        #expect(!rig.exchange.isSuspended)
        #expect(rig.fill(8) == [7])
        #expect(!rig.exchange.isSuspended)
        #expect(rig.taken == [1])
    }

    @Test("ends after all that it was given, and is not suspended then")
    func end() {
        rig.exchange.add([1, 2])
        rig.exchange.end()
        #expect(rig.fill(1) == [1])
        #expect(rig.fill(8) == [2])
        #expect(rig.fill(8) == nil)
        #expect(rig.fill(8) == nil)
        #expect(!rig.exchange.isSuspended)
    }
}
