// Vibrates the device that the participant holds. Steps only know this protocol; the program that assembles the parts
// knows the hardware.

/// Vibrates a device so that the participant feels it.
@MainActor
public protocol RSDVibrator: AnyObject {
    /// Starts one short vibration and returns at once; without a device that can vibrate, does nothing.
    func vibrateDevice()
}
