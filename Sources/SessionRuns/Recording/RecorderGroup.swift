// The recorders of one run. They start together; what becomes of the others when one ends or fails is in their plan.

internal import Recording
internal import RecorderKinds
internal import Research

/// The recorders of one run, from their making to the last one's end.
@MainActor
final class RecorderGroup {
    /// What can happen to a group that runs.
    private enum Event: Sendable {
        /// Every source has come to its end, or a recorder has failed.
        case over
        /// A person or the system wants it to end.
        case stopRequested
        /// Every recorder has closed its files.
        case stopped
    }

    private let planned: [PlannedRecorder]
    private let events = AsyncStream<Event>.makeStream()
    /// Those that are made, in the order of their plan.
    private(set) var recorders: [any LiveRecorder] = []
    /// Whether somebody who wanted an end has not waited for what was on its way.
    private(set) var wasAbandoned = false
    /// Whether every source has come to its end before anybody ended the recording.
    private(set) var hasRunOut = false

    /// A group in which nothing is made yet.
    init(_ planned: [PlannedRecorder]) { self.planned = planned }

    /// The recorders that are made, each with its plan.
    var pairs: [(recorder: any LiveRecorder, planned: PlannedRecorder)] {
        zip(recorders, planned).map { ($0, $1) }
    }

    /// Their files, in the order of their plan.
    var files: [RecordedFile] { recorders.flatMap(\.files) }

    /// Why each failed that has.
    var errors: [any Error] { recorders.compactMap(\.error) }

    /// Why those failed that go on without each other: of the others all fail by one cause, which is told once.
    var errorsOfTheirOwn: [String] {
        pairs.compactMap { recorder, planned in
            planned.endsOthersByFailing ? nil : recorder.error.map { "\($0)" }
        }
    }

    // MARK: Starting

    /// Makes and starts all of them, or stops those that have started.
    func start(in environment: (PlannedRecorder) -> RecorderEnvironment) async throws {
        do {
            for planned in planned { recorders.append(try planned.make(environment(planned))) }
            for recorder in recorders { _ = try await recorder.requestPermissions() }
            for recorder in recorders { try await recorder.start() }
        } catch {
            for recorder in recorders {
                recorder.cancel()
                _ = try? await recorder.stop()
            }
            throw error
        }
    }

    // MARK: Ending

    /// Stops those that are still opening, and ends the group as soon as it runs.
    func stopWhileOpening() {
        for recorder in recorders { Task { _ = try? await recorder.stop() } }
        requestStop()
    }

    /// Ends the group once what is on its way is written; the second wish does not wait for that.
    func requestStop() { events.continuation.yield(.stopRequested) }

    /// Ends the group once what is on its way is written, however often it is asked for.
    func end() { events.continuation.yield(.over) }

    /// Ends the group without what is on its way.
    func abandon() {
        wasAbandoned = true
        for recorder in recorders { recorder.cancel() }
    }

    /// Waits until every recorder has closed its files.
    ///
    /// - Parameters:
    ///   - limit: How long they record; until their sources end where it is `nil`.
    ///   - onLeaving: Is told of a recorder that has ended while the others go on.
    func runToTheEnd(within limit: Duration?, onLeaving: @escaping (String) -> Void) async {
        var running = recorders.count
        var isStopping = false
        let ends = pairs.map { recorder, planned in
            Task {
                await recorder.waitForEndOfSource()
                running -= 1
                hasRunOut = running == 0 && !isStopping
                let endsOthers = recorder.error != nil && planned.endsOthersByFailing
                if running == 0 || endsOthers {
                    end()
                } else if !isStopping, !planned.endsOthersByFailing {
                    onLeaving(Self.leaving(of: recorder))
                }
            }
        }
        let timer = limit.map { limit in
            Task {
                try await Task.sleep(for: limit, clock: .continuous)
                end()
            }
        }
        defer { timer?.cancel() }
        for await event in events.stream {
            switch event {
            case .stopped:
                for end in ends { end.cancel() }
                return
            case .stopRequested where isStopping:
                abandon()
            case .over, .stopRequested:
                guard !isStopping else { continue }
                isStopping = true
                Task {
                    await stopAll()
                    events.continuation.yield(.stopped)
                }
            }
        }
    }

    /// What is told of a recorder that has left the others.
    private static func leaving(of recorder: any LiveRecorder) -> String {
        let end = recorder.error.map { "\($0)" } ?? "its source has come to its end"
        return "\(recorder.configuration.identifier): \(end); the other recorders go on"
    }

    private func stopAll() async {
        let stops = recorders.map { recorder in
            // A failure is in the recorder's `error`, with what was recorded before it.
            Task { _ = try? await recorder.stop() }
        }
        for stop in stops { await stop.value }
    }
}
