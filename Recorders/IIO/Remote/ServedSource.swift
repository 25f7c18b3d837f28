// The source that the child runs. It reads the devices with the same `IIOMotionSource` that reads local ones,
// with two differences: it gives up all privileges before it contacts the machine, and it reports its end
// before it closes the connection, which can take long.

internal import MotionRecorder
internal import SampleStream
internal import Synchronization
internal import Timebase

/// How a source has ended, known before it is closed.
final class ServedEnding: @unchecked Sendable {
    // @unchecked: `signal` is set before the thread that calls it is started.
    var signal: @Sendable () -> Void = {}
    private let state = Mutex<Result<SourceEnding, any Error>?>(nil)

    var result: Result<SourceEnding, any Error>? { state.withLock { $0 } }

    func end(_ result: Result<SourceEnding, any Error>) {
        state.withLock { $0 = result }
        signal()
    }
}

/// The source as a child runs it: it waits for room, and reports its end before it is closed.
final class ServedSource: SampleSource {
    let ending = ServedEnding()
    private let request: RemoteRequest
    private let progress: RemoteProgress
    private let reach: () throws -> String
    private var numbers = ""
    private var source: IIOMotionSource?

    /// A source of devices at an address.
    ///
    /// `reach` gives up the child's privileges and returns the numeric address; no thread is started after it.
    init(
        _ request: RemoteRequest,
        showing progress: RemoteProgress,
        reach: @escaping () throws -> String
    ) {
        self.request = request
        self.progress = progress
        self.reach = reach
    }

    /// True: samples that find no room here stay in the other machine's buffer, whose timestamps show what is
    /// lost there.
    var waitsForRoom: Bool { true }

    func open(until stop: StopSignal) throws -> SourceDescription {
        do {
            let waker = CancelGuard(stop: stop)
            try waker.start()
            numbers = try reach()
            let source = IIOMotionSource(
                request.request(uri: numbers),
                wokenBy: waker,
                showing: progress
            )
            self.source = source
            return try source.open(until: stop)
        } catch {
            throw ended(error)
        }
    }

    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        guard let source else { return .stopped }
        do {
            let end = try source.capture(into: &sink, until: stop)
            ending.end(.success(end))
            return end
        } catch {
            throw ended(error)
        }
    }

    func close() { source?.close() }

    private func ended(_ error: any Error) -> any Error {
        let error = Self.named(error, numbers, request.uri)
        ending.end(.failure(error))
        return error
    }

    /// The error, with the address that the user gave in place of the numeric one.
    static func named(_ error: any Error, _ numbers: String, _ uri: String) -> any Error {
        guard var error = error as? IIOError, error.place == numbers else { return error }
        error.place = uri
        return error
    }
}
