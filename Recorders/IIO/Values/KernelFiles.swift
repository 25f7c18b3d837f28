// Where the kernel shows its IIO devices, said once.

/// The kernel's files of devices and triggers.
enum KernelFiles {
    static let devices = "/sys/bus/iio/devices"

    /// A file of a device or a trigger.
    static func path(_ name: String, of id: String) -> String { "\(devices)/\(id)/\(name)" }
}
