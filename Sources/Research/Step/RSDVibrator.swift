// Vibrates the device that the participant holds. The code that runs steps depends only on this protocol; the program
// that assembles the parts provides the hardware's implementation.

/// Vibrates a device so that the participant feels it.
@MainActor
public protocol RSDVibrator: AnyObject {
    /// Starts one short vibration and returns at once; without a device that can vibrate, does nothing.
    func vibrateDevice()
}
