// A trigger made of a timer, for a device whose buffer needs one and that has none. It is made in
// configfs, where a folder is the trigger, and unmade when the recording is over.

internal import SystemCalls

/// A timer trigger of this process, unmade when it goes.
struct TimerTrigger: ~Copyable {
    let name: String
    private let folder: String

    private static let place = "iio/triggers/hrtimer"

    /// Where a folder becomes a trigger.
    static func folder(configfs: String) -> String { "\(configfs)/\(place)" }

    /// Whether this kernel makes triggers of timers.
    static func isAvailable(configfs: String) -> Bool {
        FileSystem.kind(of: folder(configfs: configfs)) == .directory
    }

    /// Makes a trigger with a name of its own.
    init(for device: String, configfs: String, process: Int32) throws(IIOError) {
        let plain = String(device.map { $0.isLetter || $0.isNumber ? $0 : "-" })
        name = "footfall-\(plain)-\(process)"
        folder = "\(Self.folder(configfs: configfs))/\(name)"
        do {
            try FileSystem.makeDirectory(folder, permissions: 0o755)
        } catch {
            switch error.errno {
            case .exists:
                // Left by a run that was killed, whose number has come round again.
                return
            case .access, .permission:
                throw IIOError(
                    .notPermitted(obstacle: Self.folder(configfs: configfs)),
                    at: device
                )
            default:
                throw IIOError(.failed(call: "make a timer trigger", error.errno), at: device)
            }
        }
    }

    deinit {
        try? FileSystem.removeDirectory(folder)
    }
}
