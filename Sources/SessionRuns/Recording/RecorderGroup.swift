// Starts, runs and stops the recorders of one run together. Each recorder's plan decides whether its failure ends the
// others; `RequiredStarts` decides what a recorder that does not start does to them.

internal import Recording
internal import RecorderKinds
internal import Research

/// The recorders of one run, from their creation until the last one has ended.
@MainActor
final class RecorderGroup {
    /// What can happen to a running group.
    private enum Event: Sendable {
        /// Every source has ended, the time limit has passed, or a failure ends them all.
        case over
        /// The ending key was pressed.
        case keyPressed
        /// The user or the system wants it to end.
        case stopRequested
        /// Every recorder has closed its files.
        case stopped
    }

    private let planned: [PlannedRecorder]
    private let requiredStarts: RequiredStarts
    private let events = AsyncStream<Event>.makeStream()
    /// The recorders made so far, in the order of their plans.
    private(set) var recorders: [any LiveRecorder] = []
    /// The recorders that did not start, and without which the others go on.
    private var leftOut: Set<ObjectIdentifier> = []
    /// Whether a stop request has ended the group without waiting for samples that were not yet written.
    private(set) var wasAbandoned = false
    /// Whether every source ended before anything else ended the recording.
    private(set) var hasRunOut = false

    /// A group without recorders yet.
    init(_ planned: [PlannedRecorder], requiring requiredStarts: RequiredStarts = .all) {
        (self.planned, self.requiredStarts) = (planned, requiredStarts)
    }

    /// The recorders made so far, each with its plan.
    var pairs: [(recorder: any LiveRecorder, planned: PlannedRecorder)] {
        zip(recorders, planned).map { ($0, $1) }
    }

    /// Their files, in the order of the plans.
    var files: [RecordedFile] { recorders.flatMap(\.files) }

    /// The errors of all recorders that have failed, those that ended the others first.
    var errors: [any Error] { errors(endingOthers: true) + errorsOfTheirOwn }

    /// The errors of the recorders whose failure does not end the others, or that did not start.
    ///
    /// The recorders whose failure ends the others all fail for one cause, which is reported once.
    var errorsOfTheirOwn: [any Error] { errors(endingOthers: false) }

    /// The errors of the recorders that did not start, and without which the others go on.
    var startFailures: [any Error] {
        recorders.filter { isLeftOut($0) }.compactMap { failure(of: $0) }
    }

    private func errors(endingOthers: Bool) -> [any Error] {
        pairs.compactMap { recorder, planned in
            let endsOthers = planned.endsOthersByFailing && !isLeftOut(recorder)
            return endsOthers == endingOthers ? failure(of: recorder) : nil
        }
    }

    /// The error of a recorder; it says so if the recorder did not start.
    private func failure(of recorder: any LiveRecorder) -> (any Error)? {
        guard let error = recorder.error, isLeftOut(recorder) else { return recorder.error }
        return RecorderStartFailure(recorder: recorder.configuration.identifier, cause: error)
    }

    private func isLeftOut(_ recorder: any LiveRecorder) -> Bool {
        leftOut.contains(ObjectIdentifier(recorder))
    }

    // MARK: Starting

    /// Makes and starts the recorders; if the recording may not begin with those that start, stops them and throws.
    func start(in environment: (PlannedRecorder) -> RecorderEnvironment) async throws {
        do {
            for planned in planned { recorders.append(try planned.make(environment(planned))) }
            for recorder in recorders {
                do {
                    _ = try await recorder.requestPermissions()
                } catch {
                    try leaveOut(recorder, after: error)
                }
            }
            for recorder in recorders where !isLeftOut(recorder) {
                do {
                    try await recorder.start()
                } catch {
                    try leaveOut(recorder, after: error)
                }
            }
        } catch {
            for recorder in recorders {
                recorder.cancel()
                _ = try? await recorder.stop()
            }
            throw error
        }
    }

    /// Leaves out a recorder that did not start; throws if the others do not go on without it.
    private func leaveOut(_ recorder: any LiveRecorder, after error: any Error) throws {
        // A recorder that was stopped while it opened has no error of its own.
        let cause: RequiredStarts.Cause =
            if error is any RequestFault {
                .request
            } else {
                recorder.error == nil ? .stop : .failure
            }
        let others = recorders.count - leftOut.count - 1
        guard requiredStarts.goOn(without: cause, others: others) else {
            // If no recorder has started, the failure of an earlier one is reported, as if all were required.
            let first = recorders.first { isLeftOut($0) }?.error
            throw cause == .failure ? first ?? error : error
        }
        leftOut.insert(ObjectIdentifier(recorder))
    }

    // MARK: Ending

    /// Stops the recorders that are still opening, and ends the group as soon as it runs.
    func stopWhileOpening() {
        for recorder in recorders { Task { _ = try? await recorder.stop() } }
        requestStop()
    }

    /// Ends the group once the samples on their way are written.
    ///
    /// If the user has already asked for the end, by this or by the ending key, the group stops waiting for those
    /// samples.
    func requestStop() { events.continuation.yield(.stopRequested) }

    /// Ends the group by the ending key once the samples on their way are written, however often it is called.
    func endByKey() { events.continuation.yield(.keyPressed) }

    /// Ends the group by itself once the samples on their way are written.
    func end() { events.continuation.yield(.over) }

    /// Ends the group without waiting for samples on their way.
    func abandon() {
        wasAbandoned = true
        for recorder in recorders { recorder.cancel() }
    }

    /// Waits until every recorder has closed its files.
    ///
    /// - Parameters:
    ///   - limit: How long they record; `nil` records until their sources end.
    ///   - onLeaving: Receives a message about each recorder that did not start, or has ended, while the others continue.
    func runToTheEnd(within limit: Duration?, onLeaving: @escaping (String) -> Void) async {
        for recorder in recorders where isLeftOut(recorder) { onLeaving(leaving(of: recorder)) }
        let started = pairs.filter { !isLeftOut($0.recorder) }
        var running = started.count
        var isStopping = false
        // The user has not asked for the end of a group that ends by itself, so a stop request that comes while files
        // are closed counts as the first.
        var isAsked = false
        let ends = started.map { recorder, planned in
            Task {
                await recorder.waitForEndOfSource()
                running -= 1
                hasRunOut = running == 0 && !isStopping
                let endsOthers = recorder.error != nil && planned.endsOthersByFailing
                if running == 0 || endsOthers {
                    end()
                } else if !isStopping, !planned.endsOthersByFailing {
                    onLeaving(leaving(of: recorder))
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
            case .stopRequested where isAsked:
                abandon()
            case .over, .keyPressed, .stopRequested:
                if event != .over { isAsked = true }
                guard !isStopping else { continue }
                isStopping = true
                Task {
                    await stopAll()
                    events.continuation.yield(.stopped)
                }
            }
        }
    }

    /// The message about a recorder that did not start, or has ended, while the others continue.
    private func leaving(of recorder: any LiveRecorder) -> String {
        // The failure of a start has the recorder's name.
        let name = isLeftOut(recorder) ? "" : "\(recorder.configuration.identifier): "
        let end = failure(of: recorder).map { "\($0)" } ?? "its source has come to its end"
        return "\(name)\(end); the other recorders go on"
    }

    private func stopAll() async {
        let stops = recorders.map { recorder in
            // A failure is in the recorder's `error`; what was recorded before it is kept.
            Task { _ = try? await recorder.stop() }
        }
        for stop in stops { await stop.value }
    }
}
