// Runs the recorders of one step. It starts each of them at most once and stops it once, however often the step
// appears, and even if the host changes the list of recorders meanwhile.

internal import Research
internal import TaskEngine

/// Starts and stops the recorders of a step.
@MainActor
final class StepRecorders {
    private struct Member {
        let recorder: any RSDAsyncActionController
        var isBegun = false
        var hasFailed = false
        var isStopped = false
    }

    /// A stopped recorder, and the error of its stop, if any.
    struct Stopped {
        var recorder: any RSDAsyncActionController
        var error: (any Error)?
    }

    private var members: [Member] = []
    /// The number of the visit whose recorders are being started.
    private var visitThatBegins: Int?

    /// Replaces the list; a started recorder that is not in the new list is kept until it is stopped.
    private func take(_ recorders: [any RSDAsyncActionController]) {
        let earlier = members
        members = recorders.map { recorder in
            earlier.first { $0.recorder === recorder } ?? Member(recorder: recorder)
        }
        members += earlier.filter { member in
            member.isBegun && !member.isStopped && !recorders.contains { $0 === member.recorder }
        }
    }

    /// Starts the recorders that nothing has started yet, one after the other.
    ///
    /// Returns whether the step, which waits for them, may begin; false if another call is still starting them.
    func begin(
        _ recorders: [any RSDAsyncActionController],
        ofVisit visit: Int,
        _ limits: RecorderLimits,
        while isWanted: @MainActor () -> Bool,
        telling tell: @MainActor (any RSDAsyncActionController, any Error) -> Void
    ) async -> Bool {
        take(recorders)
        // Another call is starting this visit's recorders, and will start these, too.
        guard visitThatBegins != visit else { return false }
        visitThatBegins = visit
        defer { if visitThatBegins == visit { visitThatBegins = nil } }
        while isWanted(), let recorder = nextToStart() {
            if let error = await start(recorder, limits, isWanted), !error.isOnlyAnEnd {
                note(recorder) { $0.hasFailed = true }
                // A recorder that keeps its error has reported it already.
                if recorder.error == nil { tell(recorder, error) }
            }
        }
        return isWanted()
    }

    private func nextToStart() -> (any RSDAsyncActionController)? {
        guard
            let place = members.firstIndex(where: {
                !$0.isBegun && !$0.isStopped && $0.recorder.status < .starting
            })
        else { return nil }
        members[place].isBegun = true
        return members[place].recorder
    }

    private func start(
        _ recorder: any RSDAsyncActionController,
        _ limits: RecorderLimits,
        _ isWanted: @MainActor () -> Bool
    ) async -> (any Error)? {
        do {
            // No time limit here: the participant may need time to decide.
            _ = try await recorder.requestPermissions()
        } catch {
            return error
        }
        return isWanted() ? await recorder.start(within: limits) : nil
    }

    /// Stops all recorders at the same time; returns them in their order.
    func stop(
        _ recorders: [any RSDAsyncActionController],
        _ limits: RecorderLimits
    ) async -> [Stopped] {
        take(recorders)
        let due = members.filter { !$0.isStopped }
        for member in due { note(member.recorder) { $0.isStopped = true } }
        let stops = due.map { member in
            let own = patience(with: member, limits)
            return Task.immediate { await member.recorder.stop(within: own) }
        }
        var stopped: [Stopped] = []
        for (member, stop) in zip(due, stops) {
            let error = await stop.value
            // A recorder that failed to start has been reported: do not report it again.
            let isNews = !hasFailed(member.recorder) && member.recorder.error == nil
            let failure = isNews && error?.isOnlyAnEnd != true ? error : nil
            stopped.append(Stopped(recorder: member.recorder, error: failure))
        }
        return stopped
    }

    /// How long a recorder may take to stop: one that failed to start only has to close its files.
    private func patience(with member: Member, _ limits: RecorderLimits) -> RecorderLimits {
        guard member.hasFailed else { return limits }
        var limits = limits
        (limits.stop, limits.cancel) = (limits.cancel, .zero)
        return limits
    }

    /// Cancels all recorders that were started and will not be stopped otherwise.
    func cancel() {
        for member in members where member.isBegun && !member.isStopped {
            member.recorder.cancel()
        }
    }

    /// True if a recorder was stopped; it is not started again.
    func hasStopped(_ recorder: any RSDAsyncActionController) -> Bool {
        members.contains { $0.recorder === recorder && $0.isStopped }
    }

    private func hasFailed(_ recorder: any RSDAsyncActionController) -> Bool {
        members.contains { $0.recorder === recorder && $0.hasFailed }
    }

    private func note(
        _ recorder: any RSDAsyncActionController,
        _ change: (inout Member) -> Void
    ) {
        guard let place = members.firstIndex(where: { $0.recorder === recorder }) else { return }
        change(&members[place])
    }
}
