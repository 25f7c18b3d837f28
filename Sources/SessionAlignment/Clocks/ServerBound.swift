// How far the server that a clock is held to may be off, as its board sees it: the way there and back may be lopsided, by
// no more than the bound that is told. That is the same error for as long as it is the same server, and says nothing of
// another one: a near server's bound does not hold once a distant one has taken over.

internal import SystemCalls

/// Which server a reading is of, and how far that may be off.
struct ServerBound: Sendable, Hashable {
    /// The same number is the same server.
    var server: Int
    /// The least bound that was told of it about then.
    var seconds: Double

    /// For so long the least bound counts that was told of one server, in nanoseconds: chrony asks each 1,024 s at least.
    private static let memory: Int64 = 1_800_000_000_000
    /// And for so long where no server is named, which may be another one each time.
    private static let memoryOfUnnamed: Int64 = 300_000_000_000

    private struct Name: Hashable {
        var source: String
        var reference: String?
    }

    /// The bound at each reading, in their order of time.
    static func each(of readings: [SynchronizationReading]) -> [ServerBound] {
        var numbers: [Name: Int] = [:]
        var bounds: [ServerBound] = []
        var first = 0
        func closeStretch(at end: Int) {
            let least = bounds[first..<end].map(\.seconds).min() ?? 0
            for index in first..<end { bounds[index].seconds = least }
            first = end
        }
        for (index, reading) in readings.enumerated() {
            let name = Name(source: reading.source, reference: reading.reference)
            let number = numbers[name] ?? numbers.count
            numbers[name] = number
            if index > first {
                let memory = reading.reference == nil ? memoryOfUnnamed : memory
                let since = reading.instant.subtractingClamped(readings[first].instant)
                if bounds[first].server != number || since > memory { closeStretch(at: index) }
            }
            bounds.append(ServerBound(server: number, seconds: reading.bound))
        }
        closeStretch(at: bounds.count)
        return bounds
    }
}

/// What servers may be off at one instant: between readings of two servers, of each a share.
struct ServerBias {
    private var first = ServerBound(server: 0, seconds: 0)
    private var second = ServerBound(server: 0, seconds: 0)

    /// No error.
    init() {}

    /// That of one server.
    init(of bound: ServerBound) { first = bound }

    /// Between two readings, at a share of the way from one to the next.
    init(from one: ServerBound, to next: ServerBound, _ share: Double) {
        first = ServerBound(server: one.server, seconds: one.seconds * (1 - share))
        second = ServerBound(server: next.server, seconds: next.seconds * share)
    }

    /// The covariance of the errors at two instants: anything within the bound is as likely.
    func covariance(with other: ServerBias) -> Double {
        var sum = 0.0
        for one in [first, second] {
            for another in [other.first, other.second] where one.server == another.server {
                sum += one.seconds * another.seconds
            }
        }
        return sum / 3
    }
}
