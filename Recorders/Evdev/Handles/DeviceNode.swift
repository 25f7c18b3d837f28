// The one owner of an open node and of what libevdev keeps for it: they come and go together, whether the
// device is read or made to rumble.

internal import CEvdev
internal import SystemCalls

/// An input device's open node.
@safe
struct DeviceNode: ~Copyable {
    /// What it is opened for.
    enum Access {
        case reading
        /// Reading too: libevdev asks the device what it is.
        case writing
    }

    /// What libevdev keeps for it; valid while this value lives.
    let device: OpaquePointer
    let descriptor: Int32

    /// Opens a node without waiting.
    init(_ path: String, for access: Access) throws(Errno) {
        var device: OpaquePointer?
        let answer = unsafe footfall_evdev_open(path, access == .writing ? 1 : 0, &device)
        guard answer >= 0, let device = unsafe device else { throw Errno(rawValue: -answer) }
        unsafe self.device = device
        descriptor = answer
    }

    /// Takes all of the device's events for this process alone.
    func grab() throws(Errno) {
        let answer = unsafe libevdev_grab(device, LIBEVDEV_GRAB)
        guard answer == 0 else { throw Errno(rawValue: -answer) }
    }

    /// Lets others have them again.
    func ungrab() throws(Errno) {
        let answer = unsafe libevdev_grab(device, LIBEVDEV_UNGRAB)
        guard answer == 0 else { throw Errno(rawValue: -answer) }
    }

    deinit {
        unsafe libevdev_free(device)
        footfall_evdev_close(descriptor)
    }
}
