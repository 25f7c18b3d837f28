// Whether a vibration reaches the device: the job looks at the device's side of it.

import EvdevSource

/// Vibrates once, by the first device that can.
@MainActor
enum Rumble {
    static func run(seconds: Double) async throws {
        let vibrator = EvdevVibrator()
        vibrator.vibrateDevice()
        try await Task.sleep(for: .seconds(seconds), clock: .continuous)
        guard !vibrator.isVibrating else { throw LabError("it still vibrates") }
        LabRecorder.say(vibrator.lastProblem.map { "no device: \($0)" } ?? "vibrated")
    }
}
