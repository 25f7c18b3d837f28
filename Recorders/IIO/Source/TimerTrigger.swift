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
        // Another recorder of this process may have one for the same device, under another name.
        for number in 0..<100 {
            let name = "\(Self.prefix)\(plain)-\(process)-\(number)"
            let folder = "\(Self.folder(configfs: configfs))/\(name)"
            do {
                try FileSystem.makeDirectory(folder, permissions: 0o755)
                self.name = name
                self.folder = folder
                return
            } catch {
                switch error.errno {
                case .exists:
                    continue
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
        throw IIOError(.failed(call: "make a timer trigger", .exists), at: device)
    }

    /// Whether a trigger's name says that it was made by a run that is no more.
    ///
    /// Where other processes cannot be seen, none is.
    static func isAbandoned(_ name: String, proc: String = "/proc") -> Bool {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        guard name.hasPrefix(prefix), words.count >= 4, Int(words[words.count - 1]) != nil,
            let process = Int32(words[words.count - 2]), process > 0,
            FileSystem.kind(of: "\(proc)/1") == .directory
        else { return false }
        return FileSystem.kind(of: "\(proc)/\(process)") == .missing
    }

    /// Unmakes a trigger that nobody needs any more.
    static func remove(_ name: String, configfs: String) {
        try? FileSystem.removeDirectory("\(folder(configfs: configfs))/\(name)")
    }

    /// A run that was killed has left its timer, which would tick for nobody until the machine is
    /// switched off; but one that a device is set to is that device's next run's to take away.
    private static func removeAbandoned(configfs: String) {
        let names = (try? FileSystem.list(folder(configfs: configfs))) ?? []
        let abandoned = names.filter { isAbandoned($0) }
        guard !abandoned.isEmpty else { return }
        let devices = (try? FileSystem.list(KernelFiles.devices)) ?? []
        let inUse = devices.compactMap { device in
            FileSystem.shortText(of: KernelFiles.path("trigger/current_trigger", of: device))
                .map(UnitConversion.trimmed)
        }
        for name in abandoned where !inUse.contains(name) { remove(name, configfs: configfs) }
    }

    deinit {
        try? FileSystem.removeDirectory(folder)
    }
}
