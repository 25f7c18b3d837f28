// Whether a sensor of another machine still gives anything. What counts is what the child has received: readings
// behind a jump of the stamps wait there until it is settled, and of a slow sensor that takes seconds. But whoever
// says that readings have come must hand them on.

/// Says which of a stream's sensors have fallen silent, and which are said to give what never comes.
struct RemoteSilence: Sendable {
    /// What to do about the sensors.
    enum Verdict: Sendable, Equatable {
        case goesOn
        /// One has given nothing for too long.
        case isSilent
        /// Readings of one are said to have come, and are not handed on.
        case withholds
    }

    /// One sensor.
    private struct Sensor {
        /// How many readings have come, as the child says.
        var received = 0
        var handedOn = 0
        /// When the last one came.
        var last: Double
        /// How many are to be handed on, and since when.
        var owed: (count: Int, since: Double)?
    }

    private let limit: Double
    private let holding: Double
    private var sensors: [Int: Sensor]

    /// A stream of channels that begins now.
    init(channels: Set<Int>, patience: RemotePatience, now: Double) {
        limit = patience.silence
        holding = patience.holding
        sensors = Dictionary(uniqueKeysWithValues: channels.map { ($0, Sensor(last: now)) })
    }

    /// Takes a reading that is handed on.
    mutating func hear(_ channel: Int, at now: Double) {
        guard var sensor = sensors[channel] else { return }
        sensor.last = now
        sensor.handedOn += 1
        if let owed = sensor.owed, sensor.handedOn >= owed.count { sensor.owed = nil }
        sensors[channel] = sensor
    }

    /// Takes how many readings have come, as the child says.
    ///
    /// - Returns: False where that cannot be: what has come stays so.
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

    /// What to do now.
    func verdict(at now: Double) -> Verdict {
        if sensors.values.contains(where: { now - $0.last > limit }) { return .isSilent }
        let late = sensors.values.filter { sensor in
            sensor.owed.map { now - $0.since > holding } ?? false
        }
        if late.isEmpty { return .goesOn }
        // One that has died while a reading waited is no liar.
        return late.contains { now - $0.last <= limit / 2 } ? .withholds : .isSilent
    }
}
