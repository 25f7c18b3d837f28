// The transitions of the specification: event, effects, status.

import Research
import Testing

/// A run written line by line: `event > effects : status`.
struct WrittenRun: CustomTestStringConvertible, Sendable {
    let title: String
    let lines: [String]

    init(_ title: String, _ text: String) {
        self.title = title
        self.lines = text.split(separator: "\n").map(String.init)
    }

    var testDescription: String { title }

    /// The actual run, in the same form.
    var played: [String] {
        var witness = LifecycleWitness()
        return lines.map { line in
            let event = line.split(separator: " ").first.map(String.init) ?? ""
            let effects = witness.receive(event).map(\.word).joined(separator: " ")
            return "\(event) > \(effects.isEmpty ? "-" : effects) : \(witness.lifecycle.status)"
        }
    }
}

@Suite("The lifecycle of an async action")
struct LifecycleTableTests {
    @Test("has the written effects and states", arguments: plainRuns + races + failures)
    func goesAsWritten(run: WrittenRun) {
        #expect(run.played == run.lines)
    }

    @Test("names the action in its errors")
    func namesTheAction() {
        var lifecycle = AsyncActionLifecycle(identifier: "walk")
        _ = lifecycle.receive(.start)
        let effects = lifecycle.receive(.start)
        guard case .refuseStart(let error)? = effects.first else {
            Issue.record("A second start is not refused: \(effects)")
            return
        }
        #expect(error == .alreadyRunning(identifier: "walk"))
    }

    @Test("is paused from pause to resume, and only while it runs")
    func tellsPauses() {
        var witness = LifecycleWitness()
        witness.receive("pause")
        #expect(!witness.lifecycle.isPaused)
        witness.receive("start")
        witness.receive("opened")
        witness.receive("pause")
        #expect(witness.lifecycle.isPaused)
        witness.receive("resume")
        #expect(!witness.lifecycle.isPaused)
    }

    @Test("has the end of a source from its opening on")
    func tellsEndOfSource() {
        var witness = LifecycleWitness()
        witness.receive("sourceEnded")
        #expect(!witness.lifecycle.hasSourceEnded)
        witness.receive("start")
        witness.receive("sourceEnded")
        #expect(witness.lifecycle.hasSourceEnded)
    }

    static let plainRuns = [
        WrittenRun(
            "a whole run",
            """
            requestPermission > askPermission : requestingPermission
            permissionGranted > answerPermission(permissionGranted) : permissionGranted
            start > openAndStart : starting
            opened > answerStart(ok) : running
            stop > drainCapture : waitingToStop
            drained > closeFiles : processingResults
            filesClosed > releaseDevice : stopping
            released > answerStop(ok) : finished
            """
        ),
        WrittenRun(
            "permission is asked once and answered to all who wait, or have it already",
            """
            requestPermission > askPermission : requestingPermission
            requestPermission > - : requestingPermission
            permissionGranted > answerPermission(permissionGranted) : permissionGranted
            permissionGranted > - : permissionGranted
            requestPermission > answerPermission(permissionGranted) : permissionGranted
            """
        ),
        WrittenRun(
            "a start does not wait for the permission that is being asked",
            """
            requestPermission > askPermission : requestingPermission
            start > openAndStart : starting
            permissionGranted > answerPermission(starting) : starting
            opened > answerStart(ok) : running
            requestPermission > answerPermission(running) : running
            """
        ),
        WrittenRun(
            "a second start is refused while it runs, and after",
            """
            start > openAndStart : starting
            start > refuseStart(alreadyRunning) : starting
            opened > answerStart(ok) : running
            start > refuseStart(alreadyRunning) : running
            stop > drainCapture : waitingToStop
            start > refuseStart(alreadyRunning) : waitingToStop
            drained > closeFiles : processingResults
            start > refuseStart(alreadyRunning) : processingResults
            filesClosed > releaseDevice : stopping
            start > refuseStart(alreadyRunning) : stopping
            released > answerStop(ok) : finished
            start > refuseStart(finished) : finished
            """
        ),
        WrittenRun(
            "pausing twice and resuming twice count once",
            """
            resume > - : idle
            start > openAndStart : starting
            pause > - : starting
            opened > answerStart(ok) : running
            resume > - : running
            pause > markPaused : running
            pause > - : running
            resume > markResumed : running
            pause > markPaused : running
            stop > drainCapture : waitingToStop
            resume > - : waitingToStop
            """
        ),
        WrittenRun(
            "a source that ends leaves the run open until it is stopped",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            sourceEnded > - : running
            stop > drainCapture : waitingToStop
            """
        ),
        WrittenRun(
            "what never started stops at once",
            """
            stop > answerStop(ok) : finished
            start > refuseStart(finished) : finished
            requestPermission > answerPermission(finished) : finished
            stop > answerStop(ok) : finished
            """
        ),
    ]

    static let races = [
        WrittenRun(
            "a stop while it opens waits, and the start succeeds",
            """
            start > openAndStart : starting
            stop > - : waitingToStop
            opened > answerStart(ok) drainCapture : waitingToStop
            drained > closeFiles : processingResults
            filesClosed > releaseDevice : stopping
            released > answerStop(ok) : finished
            """
        ),
        WrittenRun(
            "all stops are answered together",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            stop > drainCapture : waitingToStop
            stop > - : waitingToStop
            drained > closeFiles : processingResults
            stop > - : processingResults
            filesClosed > releaseDevice : stopping
            stop > - : stopping
            released > answerStop(ok) : finished
            stop > answerStop(ok) : finished
            """
        ),
        WrittenRun(
            "a stop while permission is asked ends both",
            """
            requestPermission > askPermission : requestingPermission
            stop > answerPermission(finished) answerStop(ok) : finished
            permissionGranted > - : finished
            permissionDenied > - : finished
            """
        ),
        WrittenRun(
            "a cancel while permission is asked ends the asking",
            """
            requestPermission > askPermission : requestingPermission
            cancel > answerPermission(cancelled) : cancelled
            permissionGranted > - : cancelled
            start > refuseStart(finished) : cancelled
            requestPermission > answerPermission(cancelled) : cancelled
            """
        ),
        WrittenRun(
            "a cancel while it opens closes what gets opened",
            """
            start > openAndStart : starting
            cancel > - : cancelled
            opened > breakCapture : cancelled
            drained > closeFiles : cancelled
            filesClosed > releaseDevice : cancelled
            released > answerStart(cancelled) : cancelled
            """
        ),
        WrittenRun(
            "a cancel while it runs does not drain",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            cancel > breakCapture : cancelled
            stop > - : cancelled
            cancel > - : cancelled
            drained > closeFiles : cancelled
            filesClosed > releaseDevice : cancelled
            released > answerStop(ok) : cancelled
            """
        ),
        WrittenRun(
            "a cancel while it drains breaks off the draining",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            stop > drainCapture : waitingToStop
            cancel > breakCapture : cancelled
            drained > closeFiles : cancelled
            drained > - : cancelled
            filesClosed > releaseDevice : cancelled
            released > answerStop(ok) : cancelled
            """
        ),
        WrittenRun(
            "a cancel after the end changes the status and nothing else",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            stop > drainCapture : waitingToStop
            drained > closeFiles : processingResults
            filesClosed > releaseDevice : stopping
            released > answerStop(ok) : finished
            cancel > - : cancelled
            fail > - : cancelled
            stop > answerStop(ok) : cancelled
            """
        ),
    ]

    static let failures = [
        WrittenRun(
            "a denial fails, and only its caller hears of it",
            """
            requestPermission > askPermission : requestingPermission
            permissionDenied > answerPermission(denial) : failed
            requestPermission > answerPermission(denial) : failed
            start > refuseStart(finished) : failed
            cancel > - : failed
            stop > answerStop(denial) : failed
            """
        ),
        WrittenRun(
            "a denial that comes after the start takes everything down",
            """
            requestPermission > askPermission : requestingPermission
            start > openAndStart : starting
            opened > answerStart(ok) : running
            permissionDenied > answerPermission(denial) breakCapture : failed
            drained > closeFiles : failed
            filesClosed > releaseDevice : failed
            released > - : failed
            """
        ),
        WrittenRun(
            "a failure to open closes what was opened, then answers",
            """
            start > openAndStart : starting
            openFailed > breakCapture : failed
            drained > closeFiles : failed
            filesClosed > tellDelegate(device) releaseDevice : failed
            released > answerStart(device) : failed
            """
        ),
        WrittenRun(
            "a failure to open after a stop answers both",
            """
            start > openAndStart : starting
            stop > - : waitingToStop
            openFailed > breakCapture : failed
            drained > closeFiles : failed
            filesClosed > tellDelegate(device) releaseDevice : failed
            released > answerStart(device) answerStop(device) : failed
            """
        ),
        WrittenRun(
            "an opening that a cancel has ended is no failure",
            """
            start > openAndStart : starting
            cancel > - : cancelled
            openAbandoned > breakCapture : cancelled
            drained > closeFiles : cancelled
            filesClosed > releaseDevice : cancelled
            released > answerStart(cancelled) : cancelled
            """
        ),
        WrittenRun(
            "an opening that a stop has ended is no failure",
            """
            start > openAndStart : starting
            stop > - : waitingToStop
            openAbandoned > drainCapture : waitingToStop
            drained > closeFiles : processingResults
            filesClosed > releaseDevice : stopping
            released > answerStart(finished) answerStop(ok) : finished
            """
        ),
        WrittenRun(
            "a failure while it opens waits for the opening to end",
            """
            start > openAndStart : starting
            fail > - : failed
            opened > breakCapture : failed
            drained > closeFiles : failed
            filesClosed > tellDelegate(disk) releaseDevice : failed
            released > answerStart(disk) : failed
            """
        ),
        WrittenRun(
            "a failure while it runs is told when the files are closed",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            fail > breakCapture : failed
            fail > - : failed
            stop > - : failed
            drained > closeFiles : failed
            filesClosed > tellDelegate(disk) releaseDevice : failed
            released > answerStop(disk) : failed
            stop > answerStop(disk) : failed
            """
        ),
        WrittenRun(
            "a failure while it drains ends the draining",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            stop > drainCapture : waitingToStop
            fail > breakCapture : failed
            drained > closeFiles : failed
            filesClosed > tellDelegate(disk) releaseDevice : failed
            released > answerStop(disk) : failed
            """
        ),
        WrittenRun(
            "a failure to close is a failure, though everything was written",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            stop > drainCapture : waitingToStop
            drained > closeFiles : processingResults
            closeFailed > tellDelegate(close) releaseDevice : failed
            released > answerStop(close) : failed
            """
        ),
        WrittenRun(
            "the first failure is the one that is kept",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            fail > breakCapture : failed
            drained > closeFiles : failed
            closeFailed > tellDelegate(disk) releaseDevice : failed
            fail > - : failed
            released > - : failed
            """
        ),
        WrittenRun(
            "a failure while it is cancelled still counts",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            cancel > breakCapture : cancelled
            fail > - : failed
            drained > closeFiles : failed
            filesClosed > tellDelegate(disk) releaseDevice : failed
            released > - : failed
            """
        ),
        WrittenRun(
            "a failure while the device is released is told at once",
            """
            start > openAndStart : starting
            opened > answerStart(ok) : running
            stop > drainCapture : waitingToStop
            drained > closeFiles : processingResults
            filesClosed > releaseDevice : stopping
            fail > tellDelegate(disk) : failed
            released > answerStop(disk) : failed
            """
        ),
        WrittenRun(
            "a failure before the start is told at once",
            """
            requestPermission > askPermission : requestingPermission
            fail > tellDelegate(disk) answerPermission(disk) : failed
            permissionDenied > - : failed
            start > refuseStart(finished) : failed
            """
        ),
    ]
}
