// What a stream's set-up means for its file and for its capture.

internal import SampleFile
internal import SampleStream
internal import Timebase

extension StreamSetup {
    /// Flushes so much early that, naps and the write itself included, no record waits in memory
    /// longer than was promised.
    func flushPolicy(napping longestNap: Duration) -> FlushPolicy {
        var policy = environment.flushPolicy
        policy.flushInterval = max(.zero, policy.flushInterval - longestNap * 2)
        return policy
    }

    /// How the file is laid out.
    func layout(_ dates: RecordDates) -> SampleFileLayout {
        if usesCSV { return .csv(header: true) }
        guard usesRootDictionary else { return .jsonArray }
        return .jsonDictionary(startDate: dates.text(of: dates.start.realtime))
    }

    /// What the capture thread asks of the system.
    func captureOptions(for identifier: String) -> CaptureOptions {
        var options = environment.capture
        options.threadName = "read \(identifier)"
        return options
    }
}
