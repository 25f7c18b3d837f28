// The contract between whoever runs a task and whatever records during it. Calls that complete
// later are async; the forms with a completion handler are in an extension.

public import Timebase

/// Runs one async action: a recorder, or anything else that goes on while steps are shown.
@MainActor
public protocol RSDAsyncActionController: AnyObject {
    /// Hears of a failure, once, when the files are closed.
    var delegate: (any RSDAsyncActionControllerDelegate)? { get set }
    /// Where the action stands; it only rises.
    var status: RSDAsyncActionStatus { get }
    /// Whether recording is paused.
    var isPaused: Bool { get }
    /// What was recorded, complete when a stop is answered or the delegate has heard of a failure.
    var result: (any RSDResult)? { get }
    /// What made the action fail; never cleared.
    var error: (any Error)? { get }
    /// What the action was made from.
    var configuration: any RSDAsyncActionConfiguration { get }
    /// The task, section or host that the result belongs to.
    var path: any RSDPathComponent { get }
    /// What it was refused and does without, a line each.
    var notes: [String] { get }
    /// What whoever is recorded is told while it runs, where it is not to run unnoticed: the word of a string
    /// `recording.WORD`, which every host shows in the language of the participant.
    var notice: String? { get }
    /// Whether it puts marks where it records.
    var takesMarks: Bool { get }

    /// Asks for what the action needs; throws if it is refused.
    ///
    /// - Returns: The status, at least `permissionGranted`.
    func requestPermissions() async throws -> RSDAsyncActionStatus

    /// Starts, and returns when everything is open and running.
    ///
    /// When it throws anything but `finished` and `alreadyRunning`, nothing is open any more.
    func start() async throws

    /// Stops when all that was taken before the call is written and closed; throws the failure.
    ///
    /// - Returns: What was recorded, if anything. After a failure, see `result`.
    func stop() async throws -> (any RSDResult)?

    /// Stops writing until `resume`, and marks it.
    func pause()

    /// Writes again, and marks it.
    func resume()

    /// Gives up at once; what was recorded is closed and kept.
    func cancel()

    /// Takes note that another step is shown.
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent)

    /// Puts a mark into all of its files.
    ///
    /// - Parameters:
    ///   - name: What the mark says.
    ///   - instant: When that was; now, if it is `nil`.
    func mark(_ name: String, at instant: BootInstant?)

    /// Waits until each of its sources has come to its end by itself, or the action is over.
    func waitForEndOfSource() async
}

/// Hears from an async action.
@MainActor
public protocol RSDAsyncActionControllerDelegate: AnyObject {
    /// The action has failed by itself; its files are closed and its result is complete.
    func asyncActionController(
        _ controller: any RSDAsyncActionController,
        didFailWith error: any Error
    )
}
