// Observes a lifecycle from outside, as an executor and its callers would, and reports when it breaks a
// guarantee. It keeps its own record, independent of what the lifecycle reports about itself.

import Research

/// A lifecycle, and what its effects have amounted to so far.
struct LifecycleWitness {
    private(set) var lifecycle = AsyncActionLifecycle(identifier: "walk")
    private(set) var account = Account()
    private(set) var broken: [String] = []

    /// What has happened, in as much detail as the promises need.
    struct Account: Hashable {
        var opens = 0
        var drains = 0
        var breaks = 0
        var closings = 0
        var releases = 0
        var tellings = 0
        var areFilesClosed = true
        var waitsForPermission = false
        var waitsForStart = false
        var waitsForStop = false
        var isTellingDue = false
    }

    /// Everything that the future depends on.
    struct Position: Hashable {
        var status: RSDAsyncActionStatus
        var phase: AsyncActionLifecycle.Phase
        var pending: AsyncActionLifecycle.Pending
        var isPaused: Bool
        var hasSourceEnded: Bool
        var error: String?
        var account: Account
    }

    var position: Position {
        Position(
            status: lifecycle.status,
            phase: lifecycle.phase,
            pending: lifecycle.pending,
            isPaused: lifecycle.isPaused,
            hasSourceEnded: lifecycle.hasSourceEnded,
            error: lifecycle.error?.word,
            account: account
        )
    }

    @discardableResult
    mutating func receive(_ name: String) -> [AsyncActionLifecycle.Effect] {
        guard let event = AsyncActionLifecycle.Event.byName[name] else {
            broken.append("there is no event '\(name)'")
            return []
        }
        let before = lifecycle
        takeNote(of: event, before: before)
        let effects = lifecycle.receive(event)
        for effect in effects { takeNote(of: effect, on: event) }
        checkStatus(before: before)
        checkAccount()
        return effects
    }

    private mutating func promise(_ holds: Bool, _ text: @autoclosure () -> String) {
        if !holds { broken.append(text()) }
    }

    private mutating func takeNote(
        of event: AsyncActionLifecycle.Event,
        before: AsyncActionLifecycle
    ) {
        switch event {
        case .requestPermission: account.waitsForPermission = true
        case .stop: account.waitsForStop = true
        case .filesClosed, .closeFailed: account.areFilesClosed = true
        case .permissionGranted, .permissionDenied, .start, .opened, .openFailed, .openAbandoned,
            .pause, .resume, .drained, .released, .sourceEnded, .cancel, .fail:
            break
        }
        switch event {
        case .openFailed, .closeFailed, .fail:
            if before.error == nil, !before.isOver { account.isTellingDue = true }
        case .requestPermission, .permissionGranted, .permissionDenied, .start, .opened,
            .openAbandoned, .pause, .resume, .stop, .drained, .filesClosed, .released, .sourceEnded,
            .cancel:
            break
        }
    }

    private mutating func takeNote(
        of effect: AsyncActionLifecycle.Effect,
        on event: AsyncActionLifecycle.Event
    ) {
        switch effect {
        case .askPermission, .markPaused, .markResumed:
            break
        case .openAndStart:
            promise(!account.waitsForStart, "starts while a start waits")
            account.opens += 1
            account.waitsForStart = true
            account.areFilesClosed = false
        case .stopCapture(let draining):
            promise(account.opens == 1, "stops what is not open")
            promise(account.closings == 0, "stops a capture after its files")
            promise(!draining || account.breaks == 0, "drains what was broken off")
            if draining { account.drains += 1 } else { account.breaks += 1 }
        case .closeFiles:
            promise(account.drains + account.breaks > 0, "closes files under the capture")
            account.areFilesClosed = false
            account.closings += 1
        case .releaseDevice:
            promise(account.closings == 1, "releases the device before the files are closed")
            account.releases += 1
        case .tellDelegate(let error):
            promise(account.isTellingDue, "tells what is not to be told")
            promise(account.areFilesClosed, "tells the delegate while files are open")
            promise(lifecycle.error?.word == error.word, "tells another error than its own")
            account.isTellingDue = false
            account.tellings += 1
        case .answerPermission:
            promise(account.waitsForPermission, "answers a permission that nobody waits for")
            account.waitsForPermission = false
        case .answerStart(let answer):
            promise(account.waitsForStart, "answers a start that nobody waits for")
            if case .failure = answer {
                promise(account.releases == 1, "lets start throw while something is open")
            }
            account.waitsForStart = false
        case .refuseStart:
            if case .start = event {} else { promise(false, "refuses a start that was not asked") }
        case .answerStop:
            promise(account.waitsForStop, "answers a stop that nobody waits for")
            promise(lifecycle.isOver, "answers a stop before the end")
            account.waitsForStop = false
        }
    }

    private mutating func checkStatus(before: AsyncActionLifecycle) {
        promise(lifecycle.status >= before.status, "lowers its status")
        promise((lifecycle.error == nil) == (lifecycle.status != .failed), "fails without an error")
        if let error = before.error {
            promise(lifecycle.error?.word == error.word, "forgets or replaces its error")
        }
        promise(!before.isOver || lifecycle.isOver, "comes back to life")
    }

    private mutating func checkAccount() {
        promise(account.opens <= 1, "opens twice")
        promise(account.drains <= 1 && account.breaks <= 1, "stops the capture twice")
        promise(account.closings <= 1, "closes its files twice")
        promise(account.releases <= 1, "releases its device twice")
        promise(account.tellings <= 1, "tells the delegate twice")
        promise(lifecycle.pending.permission == account.waitsForPermission, "loses a permission")
        promise(lifecycle.pending.start == account.waitsForStart, "loses a start")
        promise(lifecycle.pending.stop == account.waitsForStop, "loses a stop")
        guard lifecycle.isOver else { return }
        promise(lifecycle.status >= .finished, "is over, and its status does not say so")
        promise(account.releases == account.opens, "is over, and its device is not released")
        promise(account.closings == account.opens, "is over, and its files are not closed")
        promise(!account.isTellingDue, "is over, and the delegate does not know of the failure")
        promise(
            !account.waitsForPermission && !account.waitsForStart && !account.waitsForStop,
            "is over, and leaves a caller waiting"
        )
    }
}
