// Vibrates the device in the participant's hand. A device may be slow to answer, so a thread controls it. A task
// continues without a vibration, so no call here throws; `lastProblem` states why there was no vibration.

public import Research
internal import Synchronization
internal import SystemCalls

/// Vibrates with an input device that can rumble, such as a game controller.
@MainActor
public final class EvdevVibrator: RSDVibrator {
    /// How long one vibration lasts, in milliseconds.
    nonisolated static let milliseconds: UInt16 = 500

    private let device: String?
    private let surroundings: EvdevSurroundings
    private let course = Course()

    /// Vibrates with the device of this name, path or id; by default with the first that can.
    public convenience init(device: String? = nil) {
        self.init(device: device, surroundings: EvdevSurroundings())
    }

    init(device: String?, surroundings: EvdevSurroundings) {
        self.device = device
        self.surroundings = surroundings
    }

    /// Whether a vibration is under way.
    public var isVibrating: Bool { course.isUnderWay }

    /// Why the last call did not vibrate; `nil` if it did, or is still under way.
    public var lastProblem: String? { course.lastProblem }

    /// Vibrates for half a second; a call during a vibration does nothing.
    public func vibrateDevice() {
        guard course.begin() else { return }
        let course = course
        let device = device
        let surroundings = surroundings
        do throws(SystemError) {
            _ = try SystemThread.spawn(name: "vibrator") {
                course.end(problem: Self.vibrate(device, in: surroundings))
            }
        } catch {
            course.end(problem: error.description)
        }
    }

    /// Vibrates with the first device that can be used; if none can, returns what was wrong with each.
    private nonisolated static func vibrate(
        _ asked: String?,
        in surroundings: EvdevSurroundings
    ) -> String? {
        let present = InputDeviceFacts.present(in: surroundings)
        let candidates = asked.map { DeviceChoice.named($0, among: present) } ?? present
        var problems: [String] = []
        for device in candidates where device.hasRumble {
            do throws(EvdevError) {
                try vibrate(device)
                return nil
            } catch {
                problems.append(error.description)
            }
        }
        guard problems.isEmpty else { return problems.joined(separator: "; ") }
        return asked.map { "\"\($0)\" is no input device that rumbles" }
            ?? "no input device rumbles"
    }

    private nonisolated static func vibrate(_ device: InputDeviceFacts) throws(EvdevError) {
        let motor = try RumbleMotor(device)
        let effect = try motor.upload(milliseconds: milliseconds)
        try motor.play(effect)
        let end = SystemClock.monotonic.nanoseconds.addingClamped(Int64(milliseconds) * 1_000_000)
        let wakeEvent = WakeEvent()
        while case let left = end - SystemClock.monotonic.nanoseconds, left > 0 {
            wakeEvent.wait(since: wakeEvent.count, upTo: .nanoseconds(left))
        }
        // The vibration was felt. If the effect cannot be removed, closing the device removes it.
        try? motor.erase(effect)
    }
}

/// The state of a vibrator, shared by its owner and its thread.
private final class Course: Sendable {
    private struct State {
        var isUnderWay = false
        var lastProblem: String?
    }

    private let state = Mutex(State())

    var isUnderWay: Bool { state.withLock(\.isUnderWay) }

    var lastProblem: String? { state.withLock(\.lastProblem) }

    /// Begins a vibration; returns false while another is under way.
    func begin() -> Bool {
        state.withLock { state in
            guard !state.isUnderWay else { return false }
            state = State(isUnderWay: true)
            return true
        }
    }

    func end(problem: String?) {
        state.withLock { $0 = State(isUnderWay: false, lastProblem: problem) }
    }
}
