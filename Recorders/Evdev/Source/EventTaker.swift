// What becomes of a device's events: items of a stream. Reading a device, losing its events and getting
// it back is the same for every kind of stream; what an event means is not.

internal import SampleStream
internal import Timebase

/// Turns events into items of a stream.
protocol EventTaker<Sample> {
    associatedtype Sample: StreamSample

    /// What is ready to be sent; whoever sends it empties it.
    var ready: [Sample] { get set }

    /// Takes what the device is, when it has been opened, for the first time or again.
    mutating func begin(_ shape: DeviceShape, at time: BootInstant)

    /// Takes an event that the device has told.
    mutating func take(_ event: RawEvent, at time: BootInstant)

    /// Takes that events are missing, since one that has an instant.
    mutating func loseEvents(since time: BootInstant, until: BootInstant, reason: GapReason)

    /// Takes an event that tells the state as it is after a loss.
    mutating func find(_ event: RawEvent, at time: BootInstant)

    /// Takes that all of the state has been told.
    mutating func endFinding(at time: BootInstant)

    /// Takes that the device is gone.
    mutating func end(at time: BootInstant)

    /// Takes that the device is gone, and with it whatever it had told since an instant.
    mutating func leave(lastSeen: BootInstant, at time: BootInstant)

    /// Takes that a device that had gone is waited for no longer, whether it is back or not.
    mutating func endWaiting(lastSeen: BootInstant, at time: BootInstant)
}

extension EventTaker {
    // Told at once, so that a file that ends in the waiting has it too.
    mutating func leave(lastSeen: BootInstant, at time: BootInstant) {
        loseEvents(since: lastSeen, until: time, reason: .device)
        end(at: time)
    }

    mutating func endWaiting(lastSeen: BootInstant, at time: BootInstant) {}
}
