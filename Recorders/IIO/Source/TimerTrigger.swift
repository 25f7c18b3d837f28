// Creates a timer trigger for a device whose buffer needs a trigger but has none. Creating a folder in configfs
// creates the trigger; removing the folder after the recording removes it.

internal import SystemCalls

/// A timer trigger of this process, removed when the value goes out of scope.
struct TimerTrigger: ~Copyable {
    let name: String
    private let folder: String

    private static let place = "iio/triggers/hrtimer"
    private static let prefix = "footfall-"

    /// The configfs folder in which a new folder creates a trigger.
    static func folder(configfs: String) -> String { "\(configfs)/\(place)" }

    /// True if this kernel can create timer triggers.
    static func isAvailable(configfs: String) -> Bool {
        FileSystem.kind(of: folder(configfs: configfs)) == .directory
    }

    /// Creates a trigger with a unique name.
    init(for device: String, configfs: String, process: Int32) throws(IIOError) {
        Self.removeAbandoned(configfs: configfs)
        let plain = String(device.map { $0.isLetter || $0.isNumber ? $0 : "-" })
        // Another recorder of this process may already have a trigger for the same device.
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

    /// True if a trigger's name shows that the process that created it no longer runs.
    ///
    /// If other processes cannot be seen, no trigger counts as abandoned.
    static func isAbandoned(_ name: String, proc: String = "/proc") -> Bool {
        let words = name.split(separator: "-", omittingEmptySubsequences: false)
        guard name.hasPrefix(prefix), words.count >= 4, Int(words[words.count - 1]) != nil,
            let process = Int32(words[words.count - 2]), process > 0,
            FileSystem.kind(of: "\(proc)/1") == .directory
        else { return false }
        return FileSystem.kind(of: "\(proc)/\(process)") == .missing
    }

    /// Removes a trigger.
    static func remove(_ name: String, configfs: String) {
        try? FileSystem.removeDirectory("\(folder(configfs: configfs))/\(name)")
    }

    /// Removes the timers of killed recordings, which would run until the machine is switched off.
    ///
    /// A timer that a device is still set to stays; that device's next recording removes it.
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
