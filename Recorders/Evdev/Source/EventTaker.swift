// The part of reading a device that depends on the kind of stream: what an event means. Reading, losing events
// and reconnecting are the same for every kind (see `EvdevSession`).

internal import SampleStream
internal import Timebase

/// Turns events into items of a stream.
protocol EventTaker<Sample> {
    associatedtype Sample: StreamSample

    /// The items that are ready to be sent; the sender removes them.
    var ready: [Sample] { get set }

    /// Called with the device's shape when the device was opened, for the first time or again.
    mutating func begin(_ shape: DeviceShape, at time: BootInstant)

    /// Called with each event that the device sends.
    mutating func take(_ event: RawEvent, at time: BootInstant)

    /// Called when events were lost between two instants.
    mutating func loseEvents(since time: BootInstant, until: BootInstant, reason: GapReason)

    /// Called, after a loss, with each event that shows the present state.
    mutating func find(_ event: RawEvent, at time: BootInstant)

    /// Called when the complete state has been passed to `find`.
    mutating func endFinding(at time: BootInstant)

    /// Called when the device is gone.
    mutating func end(at time: BootInstant)

    /// Called when the device is gone, and with it all events that it sent since an instant.
    mutating func leave(lastSeen: BootInstant, at time: BootInstant)

    /// Called when waiting for the device ends, whether it is back or not.
    mutating func endWaiting(lastSeen: BootInstant, at time: BootInstant)
}

extension EventTaker {
    // Writes the gap at once, so that the file has it even if the recording is killed while waiting for the device.
    mutating func leave(lastSeen: BootInstant, at time: BootInstant) {
        loseEvents(since: lastSeen, until: time, reason: .device)
        end(at: time)
    }

    mutating func endWaiting(lastSeen: BootInstant, at time: BootInstant) {}
}
