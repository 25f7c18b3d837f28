// The thread that owns a source from `open` to `close`. It reports what happens; the recorder's lifecycle decides
// what follows.

public import SystemCalls
public import Timebase

/// A report of a capture thread: notes first, then `opened` unless opening failed, and `ended` last.
public enum CaptureReport: Sendable {
    /// The system refused something that was asked for; the capture continues without it.
    case note(String)
    /// The source is open and gives samples.
    case opened(SourceDescription)
    /// The source is closed; always the last report.
    case ended(Result<SourceEnding, any Error>)
}

/// What a capture thread asks of the system.
public struct CaptureOptions: Sendable, Equatable {
    /// The name under which the system lists the thread.
    public var threadName: String
    /// How the scheduler treats the thread.
    public var priority: CapturePriority
    /// Whether to lock the process's memory, so that it is never paged out.
    public var locksMemory: Bool

    public init(
        threadName: String = "capture",
        priority: CapturePriority = .asTheSourceNeeds,
        locksMemory: Bool = false
    ) {
        self.threadName = threadName
        self.priority = priority
        self.locksMemory = locksMemory
    }
}

/// Whether a capture thread has priority over other threads.
public enum CapturePriority: Sendable, Equatable {
    /// Priority over every ordinary thread if the source is urgent and the system permits it.
    case asTheSourceNeeds
    /// Like any other thread, even if the source is urgent.
    case ordinary
    /// First in, first out, with priority over every ordinary thread: 1 (lowest) to 99.
    case realTime(Int32)
}

/// Starts capture threads.
public enum CaptureThread {
    /// Starts the thread that runs a source until it ends or is asked to stop.
    ///
    /// - Parameters:
    ///   - source: The source; the thread owns it from now on.
    ///   - producer: The end of the ring that receives the samples.
    ///   - link: Reports the end of the capture to the writer.
    ///   - stop: Ends the capture.
    ///   - options: What to ask of the system; a refusal is reported, and is not a failure.
    ///   - report: Called on the capture thread.
    /// - Returns: The thread, which the caller must join.
    /// - Throws: If the system cannot start a thread.
    public static func start<Source: SampleSource>(
        _ source: sending Source,
        into producer: consuming RingProducer<Source.Sample>,
        link: StreamLink,
        stop: StopSignal,
        options: CaptureOptions,
        report: @escaping @Sendable (CaptureReport) -> Void
    ) throws(SystemError) -> SystemThread {
        let run = CaptureRun(source, producer, link, stop, report)
        return try SystemThread.spawn(name: options.threadName) {
            run.prepare(options)
            run.captureFromOpenToClose()
        }
    }
}

/// Runs one source on its thread, from opening to closing.
private final class CaptureRun<Source: SampleSource>: @unchecked Sendable {
    // @unchecked: one thread creates the object and hands it to the capture thread, and does not use it afterwards.

    private let source: Source
    private var producer: RingProducer<Source.Sample>?
    private let link: StreamLink
    private let stop: StopSignal
    private let report: @Sendable (CaptureReport) -> Void
    private var priority = CapturePriority.asTheSourceNeeds
    /// How the scheduler treats the thread, in words.
    private var scheduling = "ordinary"

    init(
        _ source: Source,
        _ producer: consuming RingProducer<Source.Sample>,
        _ link: StreamLink,
        _ stop: StopSignal,
        _ report: @escaping @Sendable (CaptureReport) -> Void
    ) {
        self.source = source
        self.producer = consume producer
        self.link = link
        self.stop = stop
        self.report = report
    }

    func prepare(_ options: CaptureOptions) {
        priority = options.priority
        if case .realTime(let level) = priority {
            if let error = hurry(level) {
                report(
                    .note(
                        "real-time priority was refused (\(error.errno)); recording goes on without "
                            + "it; allow it with `ulimit -r 99` or the capability CAP_SYS_NICE"
                    )
                )
            }
        }
        if options.locksMemory {
            do {
                try SystemThread.lockMemoryOfThisProcess()
            } catch {
                report(
                    .note(
                        "locked memory was refused (\(error.errno)); recording goes on without it; "
                            + "allow it with `ulimit -l unlimited` or the capability CAP_IPC_LOCK"
                    )
                )
            }
        }
    }

    /// Asks for real-time priority; returns the error if it was refused.
    private func hurry(_ level: Int32) -> SystemError? {
        do throws(SystemError) {
            try SystemThread.setPriorityOfThisThread(.realTime(level))
            scheduling = "real time"
            return nil
        } catch {
            scheduling = "ordinary: refused (\(error.errno.name))"
            return error
        }
    }

    func captureFromOpenToClose() {
        guard let producer = producer.take() else { return }
        var sink = SampleSink<Source.Sample>(
            producer: producer,
            waitsForRoom: source.waitsForRoom,
            link: link,
            stop: stop
        )
        let ending: Result<SourceEnding, any Error>
        do {
            var description = try source.open(until: stop)
            if source.isUrgent {
                // The user did not ask for priority, so a refusal is recorded only in the manifest.
                if priority == .asTheSourceNeeds { _ = hurry(1) }
                description.details["scheduling"] = scheduling
            }
            report(.opened(description))
            ending = .success(try source.capture(into: &sink, until: stop))
        } catch {
            ending = .failure(error)
        }
        source.close()
        sink.finish()
        report(.ended(ending))
    }
}
