// Steps vibrate what is in the participant's hand, by whatever there is to do it with: a step knows this
// alone, and who composes the program knows the device.

/// Vibrates a device for the participant to feel.
@MainActor
public protocol RSDVibrator: AnyObject {
    /// Vibrates once, shortly, and does not wait for it; without a device that can, nothing happens.
    func vibrateDevice()
}
