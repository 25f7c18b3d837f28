// The async actions of the task: a lamp that is lit until it is stopped, or goes out by itself, as
// a recorder that fails.

import FoundationEssentials
import Research

/// Burns while the task wants it to.
@MainActor
final class LampAction: RSDAsyncActionController {
    weak var delegate: (any RSDAsyncActionControllerDelegate)?
    private(set) var status = RSDAsyncActionStatus.idle
    private(set) var isPaused = false
    private(set) var result: (any RSDResult)?
    private(set) var error: (any Error)?
    let configuration: any RSDAsyncActionConfiguration
    let path: any RSDPathComponent

    init(_ configuration: any RSDAsyncActionConfiguration, _ path: any RSDPathComponent) {
        self.configuration = configuration
        self.path = path
    }

    func requestPermissions() async throws -> RSDAsyncActionStatus {
        status = .permissionGranted
        return status
    }

    func start() async throws { status = .running }

    func stop() async throws -> (any RSDResult)? {
        guard status == .running else { return result }
        status = .finished
        result = RSDResultObject(
            identifier: configuration.identifier,
            startDate: Date(timeIntervalSince1970: 0)
        )
        return result
    }

    /// Goes out by itself.
    func goOut() {
        error = LampFailure()
        status = .failed
        delegate?.asyncActionController(self, didFailWith: LampFailure())
    }

    func pause() { isPaused = true }
    func resume() { isPaused = false }
    func cancel() { status = .cancelled }
    func moveTo(step: any RSDStep, taskPath: any RSDPathComponent) {}
}

/// The lamp went out.
struct LampFailure: Error {}
