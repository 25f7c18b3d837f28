// The possible error of the server that a clock is synchronized to, as its board sees it: the routes there and back may
// differ, by at most the reported bound. The error is constant as long as the server is the same, and unrelated for
// another server: a nearby server's bound does not hold after a change to a distant one.

internal import SystemCalls

/// The server of a reading, and its error bound.
struct ServerBound: Sendable, Hashable {
    /// Equal numbers mean the same server.
    var server: Int
    /// The smallest bound reported for it around that time.
    var seconds: Double

    /// For how many nanoseconds the smallest bound of a named server holds: chrony queries each at least every 1,024 s.
    private static let memory: Int64 = 1_800_000_000_000
    /// The same if no server is named: then the server may change without notice.
    private static let memoryOfUnnamed: Int64 = 300_000_000_000

    private struct Name: Hashable {
        var source: String
        var reference: String?
    }

    /// The bound for each reading; readings must be in order of time.
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

/// The error of servers at one instant; between readings of two servers, each contributes a share.
struct ServerBias {
    private var first = ServerBound(server: 0, seconds: 0)
    private var second = ServerBound(server: 0, seconds: 0)

    /// No error.
    init() {}

    /// The error of one server.
    init(of bound: ServerBound) { first = bound }

    /// The error between two readings; `share` is the fraction of the time from one to the next that has passed.
    init(from one: ServerBound, to next: ServerBound, _ share: Double) {
        first = ServerBound(server: one.server, seconds: one.seconds * (1 - share))
        second = ServerBound(server: next.server, seconds: next.seconds * share)
    }

    /// The covariance of the errors at two instants; all errors within the bound are equally likely.
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
