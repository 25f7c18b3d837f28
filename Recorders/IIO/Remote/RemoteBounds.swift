// Limits on what a child process can plausibly report, so that a manipulated child cannot fill a file with
// nonsense. The limits rest on what the parent knows itself: when it began to open the devices, the present
// time, and the requested rate.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Checks a child's samples and clocks, and rejects those that cannot be true.
struct RemoteBounds: Sendable {
    /// A sensor may deliver up to four times its stated rate, and lose up to four times what it delivers.
    private static let generosity = 4.0
    /// How many readings a second are always accepted: a hub that measures at 4,000 Hz may state 100 Hz.
    private static let usualMost = 20_000.0
    /// Tolerance in seconds: for samples that a device kept from before it was opened, and for a late machine.
    private static let slack = 5.0
    /// How far a timestamp may be in the future: after a busy start delayed the first samples, the clock estimate
    /// recovers slowly.
    private static let ahead: Int64 = 5_000_000_000
    /// How many readings may arrive at once: the capacity of all buffers between the sensor and the parent.
    private static let burst = 32768.0
    /// The largest accepted clock error: a day.
    private static let error: Int64 = 86_400_000_000_000

    private let opened: Int64
    private let devices: Set<String>
    private let rates: [Int: Double]
    private let usual: Double
    private var lost: [Int: Double] = [:]
    private var readings: [Int: Double] = [:]
    /// The newest instant of each channel: a file holds a sensor's samples in the order of time.
    private var newest: [Int: Int64] = [:]
    private var clocks: RemoteBudget

    /// The limits for a stream.
    ///
    /// - Parameters:
    ///   - opened: When opening began, in nanoseconds of boot time.
    ///   - ratesInHertz: The rates of its channels, as the child states them.
    ///   - usual: The requested rate, for channels without a stated one.
    ///   - devices: The devices that the child reports to read.
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

    /// Returns what is wrong with a sample that has just arrived; `nil` if the sample is plausible.
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
            return "more readings than are possible in so short a time"
        case .gap(let missing, _, _):
            let count = (lost[sample.channel] ?? 0) + Double(missing)
            lost[sample.channel] = count
            let given = max((seconds + Self.slack) * rate, readings[sample.channel] ?? 0)
            guard count > given * Self.generosity + 64 else { return nil }
            return "\(missing) lost readings, more than are possible in so short a time"
        case .mark:
            return "a mark"
        }
    }

    /// Returns what is wrong with a pair of clock readings; `nil` if the pair is plausible.
    mutating func objection(to note: ClockNote, at now: Int64) -> String? {
        guard clocks.take(at: Double(now) / 1e9) else {
            return "more clocks than are possible in so short a time"
        }
        guard devices.contains(note.device) else {
            return "a clock of a device that it does not have"
        }
        if let words = objection(toInstant: note.pair.boottimeNanoseconds, at: now) {
            return "a clock \(words)"
        }
        guard (0...Self.error).contains(note.pair.errorNanoseconds) else {
            return "a clock with an error of \(note.pair.errorNanoseconds) ns"
        }
        return nil
    }

    private func objection(toInstant instant: Int64, at now: Int64) -> String? {
        if instant > now.addingClamped(Self.ahead) { return "of a time in the future" }
        let first = opened.addingClamped(-Int64(Self.slack * 1e9))
        guard instant < first else { return nil }
        let seconds = (Double(opened) - Double(instant)) / 1e9
        return "of a time \(Int(min(seconds, 1e12))) s before the device was opened"
    }
}
