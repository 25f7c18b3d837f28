import Testing
@testable import WebServer

@Suite("One question and its answer")
struct ExchangeTests {
    /// An exchange, and what was told to have gone.
    private final class Rig {
        private(set) var taken: [Int] = []
        private(set) lazy var exchange = Exchange(id: 1, target: "/") { [weak self] count in
            self?.taken.append(count)
        }

        /// What the library gets into so much room; `nil` at the end.
        func fill(_ room: Int) -> [UInt8]? {
            var place = [UInt8](repeating: 0, count: room)
            let count = unsafe place.withUnsafeMutableBytes { unsafe exchange.fill($0) }
            return count.map { Array(place.prefix($0)) }
        }
    }

    private let rig = Rig()

    @Test("gives what it was given, in its order, as much as there is room for, and tells that")
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

    @Test("has the library ask no more where there is nothing, and ask again once there is")
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

    @Test("has its end behind all that it was given, and does not wait then")
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
