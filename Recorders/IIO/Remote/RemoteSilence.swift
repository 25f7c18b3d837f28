// Decides whether a sensor of another machine has stopped delivering. It counts the readings that the child has
// received, not those it forwarded: readings after a jump of the timestamps wait in the child until the jump is
// found to be a loss or not, which takes seconds for a slow sensor. But a child that reports readings must also
// forward them.

/// Watches a stream's sensors for silence, and for readings that the child reports but never forwards.
struct RemoteSilence: Sendable {
    /// What to do about the sensors.
    enum Verdict: Sendable, Equatable {
        case goesOn
        /// A sensor has delivered nothing for too long.
        case isSilent
        /// The child reports readings of a sensor but does not forward them.
        case withholds
    }

    /// The state of one sensor.
    private struct Sensor {
        /// How many readings have arrived, as the child reports.
        var received = 0
        var handedOn = 0
        /// When the last reading arrived.
        var last: Double
        /// How many readings the child must have forwarded in all, and since when; `nil` if it has forwarded all
        /// that it reported.
        var owed: (count: Int, since: Double)?
    }

    private let limit: Double
    private let holding: Double
    private var sensors: [Int: Sensor]

    /// The state of a stream that begins now.
    init(channels: Set<Int>, patience: RemotePatience, now: Double) {
        limit = patience.silence
        holding = patience.holding
        sensors = Dictionary(uniqueKeysWithValues: channels.map { ($0, Sensor(last: now)) })
    }

    /// Notes a forwarded reading.
    mutating func hear(_ channel: Int, at now: Double) {
        guard var sensor = sensors[channel] else { return }
        sensor.last = now
        sensor.handedOn += 1
        if let owed = sensor.owed, sensor.handedOn >= owed.count { sensor.owed = nil }
        sensors[channel] = sensor
    }

    /// Notes how many readings the child reports as received.
    ///
    /// - Returns: False if the count went down, which is impossible.
    mutating func see(_ received: Int, of channel: Int, at now: Double) -> Bool {
        guard var sensor = sensors[channel] else { return true }
        guard received >= sensor.received else { return false }
        if received > sensor.received {
            sensor.received = received
            sensor.last = now
        }
        if sensor.owed == nil, received > sensor.handedOn { sensor.owed = (received, now) }
        sensors[channel] = sensor
        return true
    }

    /// Decides what to do now.
    func verdict(at now: Double) -> Verdict {
        if sensors.values.contains(where: { now - $0.last > limit }) { return .isSilent }
        let late = sensors.values.filter { sensor in
            sensor.owed.map { now - $0.since > holding } ?? false
        }
        if late.isEmpty { return .goesOn }
        // A sensor that fell silent while a reading waited is silent; the child is not to blame.
        return late.contains { now - $0.last <= limit / 2 } ? .withholds : .isSilent
    }
}
