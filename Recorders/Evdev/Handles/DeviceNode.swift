// Owns both an open device node and libevdev's object for it, so that they are opened and closed together. It
// is used for reading a device and for making it rumble.

internal import CEvdev
internal import SystemCalls

/// The open node of an input device.
@safe
struct DeviceNode: ~Copyable {
    /// What the node is opened for.
    enum Access {
        case reading
        /// For writing and reading: libevdev reads what kind of device it is.
        case writing
    }

    /// libevdev's object for the node; valid while this value lives.
    let device: OpaquePointer
    let descriptor: Int32

    /// Opens a node without blocking.
    init(_ path: String, for access: Access) throws(Errno) {
        var device: OpaquePointer?
        let answer = unsafe footfall_evdev_open(path, access == .writing ? 1 : 0, &device)
        guard answer >= 0, let device = unsafe device else { throw Errno(rawValue: -answer) }
        unsafe self.device = device
        descriptor = answer
    }

    /// Grabs the device: only this process gets its events.
    func grab() throws(Errno) {
        let answer = unsafe libevdev_grab(device, LIBEVDEV_GRAB)
        guard answer == 0 else { throw Errno(rawValue: -answer) }
    }

    /// Releases the grab, so that other processes get the events again.
    func ungrab() throws(Errno) {
        let answer = unsafe libevdev_grab(device, LIBEVDEV_UNGRAB)
        guard answer == 0 else { throw Errno(rawValue: -answer) }
    }

    deinit {
        unsafe libevdev_free(device)
        footfall_evdev_close(descriptor)
    }
}
