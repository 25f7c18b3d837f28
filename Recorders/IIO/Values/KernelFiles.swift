// The paths under which the kernel shows its IIO devices, in one place.

internal import SystemCalls

/// The kernel's files of devices and triggers.
enum KernelFiles {
    static let devices = "/sys/bus/iio/devices"

    /// A file of a device or a trigger.
    static func path(_ name: String, of id: String) -> String { "\(devices)/\(id)/\(name)" }

    /// True if a device's buffer is on: a process reads it, or was killed while doing so.
    static func isBufferOn(of id: String) -> Bool {
        FileSystem.shortText(of: path("buffer/enable", of: id))?.hasPrefix("1") == true
    }
}
