// A trigger made of a timer, for a device whose buffer needs one and that has none. It is made in
// configfs, where a folder is the trigger, and unmade when the recording is over.

internal import SystemCalls

/// A timer trigger of this process, unmade when it goes.
struct TimerTrigger: ~Copyable {
    let name: String
    private let folder: String

    private static let place = "iio/triggers/hrtimer"
    private static let prefix = "footfall-"

    /// Where a folder becomes a trigger.
    static func folder(configfs: String) -> String { "\(configfs)/\(place)" }

    /// Whether this kernel makes triggers of timers.
    static func isAvailable(configfs: String) -> Bool {
        FileSystem.kind(of: folder(configfs: configfs)) == .directory
    }

    /// Makes a trigger with a name of its own.
    init(for device: String, configfs: String, process: Int32) throws(IIOError) {
        Self.removeAbandoned(configfs: configfs)
        let plain = String(device.map { $0.isLetter || $0.isNumber ? $0 : "-" })
        name = "\(Self.prefix)\(plain)-\(process)"
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

    /// A run that was killed has left its timer, which would tick for nobody until the machine is
    /// switched off.
    private static func removeAbandoned(configfs: String) {
        let folder = folder(configfs: configfs)
        for name in (try? FileSystem.list(folder)) ?? [] where name.hasPrefix(prefix) {
            guard let process = name.split(separator: "-").last.flatMap({ Int32($0) }),
                FileSystem.kind(of: "/proc/\(process)") == .missing
            else { continue }
            try? FileSystem.removeDirectory("\(folder)/\(name)")
        }
    }

    deinit {
        try? FileSystem.removeDirectory(folder)
    }
}
