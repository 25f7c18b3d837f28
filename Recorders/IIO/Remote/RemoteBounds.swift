// How much of what a child says can be true. Each bound is of what this process knows by itself: when it began to
// open the devices, what time it is, and which rate it asked for.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Says what of a child's samples and clocks cannot be true.
struct RemoteBounds: Sendable {
    /// A sensor may be some times as fast as it says, and lose some times as much as it gives.
    private static let generosity = 4.0
    /// How many readings a second are no wonder, whatever it says: a hub of 4,000 says 100.
    private static let usualMost = 20_000.0
    /// What a device may have kept from before it was opened, and a machine may be late by, in seconds.
    private static let slack = 5.0
    /// What a stamp may be ahead: where a busy start brought the first samples late, the line comes back slowly.
    private static let ahead: Int64 = 5_000_000_000
    /// How many readings may come at once: what buffers on the way hold.
    private static let burst = 32768.0
    /// By how much a clock may be unknown: a day.
    private static let error: Int64 = 86_400_000_000_000

    private let opened: Int64
    private let devices: Set<String>
    private let rates: [Int: Double]
    private let usual: Double
    private var lost: [Int: Double] = [:]
    private var readings: [Int: Double] = [:]
    /// The newest instant of each channel: what a file has of a sensor is in the order of time.
    private var newest: [Int: Int64] = [:]
    private var clocks: RemoteBudget

    /// The bounds of a stream.
    ///
    /// - Parameters:
    ///   - opened: When its opening began, in nanoseconds of boot time.
    ///   - ratesInHertz: What its channels give, as the child says.
    ///   - usual: The rate that was asked for, of channels without one.
    ///   - devices: Those that the child reads, as it says.
    init(
        openedAt opened: Int64,
        ratesInHertz: [Int: Double],
        usual: Double,
        devices: Set<String>
    ) {
        self.opened = opened
        rates = ratesInHertz
        self.usual = usual
        self.devices = devices
        clocks = .clocks(now: Double(opened) / 1e9)
    }

    /// What is wrong with a sample that has come now; `nil` for one that can be true.
    mutating func objection(to sample: MotionSample, at now: Int64) -> String? {
        if let words = objection(toInstant: sample.time.nanoseconds, at: now) {
            return "a sample \(words)"
        }
        let time = sample.time.nanoseconds
        guard time >= newest[sample.channel] ?? time else {
            return "a sample that is earlier than the one before it"
        }
        newest[sample.channel] = time
        let seconds = Double(max(0, now &- opened)) / 1e9
        let rate = rates[sample.channel] ?? usual
        switch sample.role {
        case .reading:
            let count = (readings[sample.channel] ?? 0) + 1
            readings[sample.channel] = count
            let most = seconds * max(rate * Self.generosity, Self.usualMost)
            guard count > most + Self.burst else { return nil }
            return "more readings than so short a time has"
        case .gap(let missing, _, _):
            let count = (lost[sample.channel] ?? 0) + Double(missing)
            lost[sample.channel] = count
            let given = max((seconds + Self.slack) * rate, readings[sample.channel] ?? 0)
            guard count > given * Self.generosity + 64 else { return nil }
            return "\(missing) lost readings, which are more than so short a time has"
        case .mark:
            return "a mark"
        }
    }

    /// What is wrong with what a clock showed; `nil` for what can be true.
    mutating func objection(to note: ClockNote, at now: Int64) -> String? {
        guard clocks.take(at: Double(now) / 1e9) else {
            return "more clocks than so short a time has"
        }
        guard devices.contains(note.device) else { return "a clock of a device that it has not" }
        if let words = objection(toInstant: note.pair.boottimeNanoseconds, at: now) {
            return "a clock \(words)"
        }
        guard (0...Self.error).contains(note.pair.errorNanoseconds) else {
            return "a clock with an error of \(note.pair.errorNanoseconds) ns"
        }
        return nil
    }

    private func objection(toInstant instant: Int64, at now: Int64) -> String? {
        if instant > now.addingClamped(Self.ahead) { return "of a time that is to come" }
        let first = opened.addingClamped(-Int64(Self.slack * 1e9))
        guard instant < first else { return nil }
        let seconds = (Double(opened) - Double(instant)) / 1e9
        return "of a time \(Int(min(seconds, 1e12))) s before the device was opened"
    }
}
