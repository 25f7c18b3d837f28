// The thread that owns a source from opening to closing. It reports what happens and decides
// nothing: the recorder's lifecycle does.

public import SystemCalls
public import Timebase

/// What a capture thread tells, in this order: notes and `opened`, or `ended` alone.
public enum CaptureReport: Sendable {
    /// Something asked for was not to be had, and the capture goes on without it.
    case note(String)
    /// The source is open and gives samples.
    case opened(SourceDescription)
    /// The source is closed. Comes last, and always.
    case ended(Result<SourceEnding, any Error>)
}

/// What a capture thread should ask of the system.
public struct CaptureOptions: Sendable, Equatable {
    /// The thread's name, as `ps` shows it.
    public var threadName: String
    /// How the scheduler should treat it.
    public var haste: CaptureHaste
    /// Whether the process's memory should be kept from being paged out.
    public var locksMemory: Bool

    public init(
        threadName: String = "capture",
        haste: CaptureHaste = .asTheSourceNeeds,
        locksMemory: Bool = false
    ) {
        self.threadName = threadName
        self.haste = haste
        self.locksMemory = locksMemory
    }
}

/// Whether a capture thread should be ahead of others.
public enum CaptureHaste: Sendable, Equatable {
    /// Ahead of every ordinary thread where the source is urgent and the system lets it.
    case asTheSourceNeeds
    /// As any other thread, whatever the source is.
    case ordinary
    /// First in, first out, ahead of every ordinary thread: 1 (lowest) to 99.
    case realTime(Int32)
}

/// Runs sources.
public enum CaptureThread {
    /// Starts the thread that runs a source until it ends or is told to stop.
    ///
    /// - Parameters:
    ///   - source: Is handed over: nobody else may use it from here on.
    ///   - producer: The end of the ring that the samples go into.
    ///   - link: Is told when the capture is over.
    ///   - stop: Ends the capture.
    ///   - options: What to ask of the system; what it refuses is reported, and is no failure.
    ///   - report: Is called on the capture thread.
    /// - Returns: The thread, to be joined.
    /// - Throws: When the system has no more threads.
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

/// One source's life on its thread.
private final class CaptureRun<Source: SampleSource>: @unchecked Sendable {
    // @unchecked: made by one thread and used by the one that it is handed to.

    private let source: Source
    private var producer: RingProducer<Source.Sample>?
    private let link: StreamLink
    private let stop: StopSignal
    private let report: @Sendable (CaptureReport) -> Void
    private var haste = CaptureHaste.asTheSourceNeeds
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
        haste = options.haste
        if case .realTime(let level) = haste {
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

    /// Asks to be ahead of ordinary threads; answers why not, where it was refused.
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
                // Nobody asked for it, so where it is refused only the manifest says so.
                if haste == .asTheSourceNeeds { _ = hurry(1) }
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
