// The contract between the runner of a task and the recorders that run during it. Calls that complete later are async;
// an extension has the forms with a completion handler.

public import Timebase

/// Runs one async action: a recorder, or any other activity that runs while steps are shown.
@MainActor
public protocol RSDAsyncActionController: AnyObject {
    /// Receives the failure of the action, once, after the files are closed.
    var delegate: (any RSDAsyncActionControllerDelegate)? { get set }
    /// The status of the action; it only rises.
    var status: RSDAsyncActionStatus { get }
    /// Whether recording is paused.
    var isPaused: Bool { get }
    /// What was recorded; complete once `stop` returns or the delegate was called about a failure.
    var result: (any RSDResult)? { get }
    /// The error that made the action fail; never cleared.
    var error: (any Error)? { get }
    /// The configuration that the action was made from.
    var configuration: any RSDAsyncActionConfiguration { get }
    /// The task, section or host that the result belongs to.
    var path: any RSDPathComponent { get }
    /// What the recording lacks, or why it may have no data, one line for each problem.
    var notes: [String] { get }
    /// The notice that a host shows the participant while the action runs; `nil` if none is needed.
    ///
    /// It is the `WORD` of a localised string `recording.WORD`, which every host shows in the participant's language.
    var notice: String? { get }
    /// Whether the action records marks.
    var takesMarks: Bool { get }

    /// Asks for the permissions that the action needs; throws if they are refused.
    ///
    /// - Returns: The status, at least `permissionGranted`.
    func requestPermissions() async throws -> RSDAsyncActionStatus

    /// Starts, and returns when everything is open and running.
    ///
    /// After any error except `finished` and `alreadyRunning`, nothing is open any more.
    func start() async throws

    /// Stops, and returns when all samples taken before the call are written and the files are closed.
    ///
    /// - Returns: What was recorded, if anything.
    /// - Throws: The error of a failed action; `result` then has what was recorded before the failure.
    func stop() async throws -> (any RSDResult)?

    /// Stops writing samples until `resume`, and writes a mark.
    func pause()

    /// Resumes writing samples, and writes a mark.
    func resume()

    /// Stops at once; the files are closed, and what was recorded is kept.
    func cancel()

    /// Reports to the action that another step is shown.
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent)

    /// Writes a mark into all of the action's files.
    ///
    /// - Parameters:
    ///   - name: The text of the mark.
    ///   - instant: When the marked event happened; `nil` for now.
    func mark(_ name: String, at instant: BootInstant?)

    /// Waits until each of the action's sources has ended by itself, or the action is over.
    func waitForEndOfSource() async
}

/// Receives the failure of an async action.
@MainActor
public protocol RSDAsyncActionControllerDelegate: AnyObject {
    /// The action failed by itself; its files are closed and its result is complete.
    func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    )
}
