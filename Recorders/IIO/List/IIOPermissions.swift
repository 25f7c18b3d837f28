// Finds out, before a recording, what a user without privileges is not permitted to do. It checks every file that
// the recording will write, because the kernel itself reports only "permission denied", without naming a file.

internal import MotionRecorder
internal import SystemCalls

/// Checks what recording from this board's devices needs.
public enum IIOPermissions {
    /// Something that prevents a recording, and how to remedy it.
    public struct Obstacle: Sendable, Hashable, CustomStringConvertible {
        /// The device, by its id.
        public var device: String
        public var what: String
        public var remedy: String

        public init(device: String, what: String, remedy: String) {
            self.device = device
            self.what = what
            self.remedy = remedy
        }

        public var description: String { "\(device): \(what); \(remedy)" }
    }

    /// Where the kernel and configfs show devices; tests use other folders.
    struct Surroundings: Sendable, Hashable {
        var sysfs: String
        var dev: String
        var proc: String
        var configfs: String

        init(
            sysfs: String = KernelFiles.devices,
            dev: String = "/dev",
            proc: String = "/proc",
            configfs: String = "/sys/kernel/config"
        ) {
            self.sysfs = sysfs
            self.dev = dev
            self.proc = proc
            self.configfs = configfs
        }
    }

    /// The error that lists everything that prevents a recording.
    public struct Denied: Error, Sendable, Hashable, CustomStringConvertible {
        public var obstacles: [Obstacle]

        public var description: String {
            obstacles.map(\.description).joined(separator: "; ")
        }
    }

    /// Checks that the requested devices exist and may be recorded.
    ///
    /// Only local devices are checked. The permissions of another machine are known to its daemon, which
    /// reports them when a device is opened.
    ///
    /// - Throws: `Denied` with every obstacle, or `IIOError` if there is no device to check.
    public static func check(_ request: IIORequest) throws {
        let address = try ContextAddress(request.uri, supported: IIOContext.backends)
        guard address.isLocal else { return }
        let contents = try IIOContext(address, isQuiet: request.mutesLibrary).contents()
        let choice = try SensorChoice.choose(
            request.criteria,
            among: contents.devices,
            at: address.uri
        )
        for index in choice.devices {
            _ = try request.calibrations(
                of: choice.types(of: index),
                on: contents.devices[index]
            )
        }
        let obstacles = choice.devices.flatMap { index in
            Self.obstacles(
                to: contents.devices[index],
                types: choice.types(of: index),
                rateInHertz: request.motion.rateInHertz,
                triggers: contents.triggers,
                in: Surroundings(configfs: request.configfs)
            )
        }
        if !obstacles.isEmpty { throw Denied(obstacles: obstacles) }
    }

    /// Everything that prevents recording from a device of this machine; empty if nothing does.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - types: The types to record from it.
    ///   - rate: The requested rate, if any.
    ///   - triggers: The triggers of its context.
    ///   - surroundings: Where the kernel shows its devices.
    ///   - mayWrite: Returns whether this process may write to a file.
    /// - Returns: Each obstacle with its remedy.
    static func obstacles(
        to device: DeviceDescription,
        types: [MotionSensorType],
        rateInHertz rate: Double? = nil,
        triggers: [TriggerDescription],
        in surroundings: Surroundings = Surroundings(),
        mayWrite: (String) -> Bool = FileSystem.mayWrite
    ) -> [Obstacle] {
        let folder = "\(surroundings.sysfs)/\(device.id)"
        guard FileSystem.kind(of: folder) != .missing else {
            return [obstacle(IIOError(.deviceGone, at: device.id))]
        }
        let plan = TriggerPlan.decide(
            for: device,
            types: types,
            triggers: triggers,
            canMakeTimer: TimerTrigger.isAvailable(configfs: surroundings.configfs)
        )
        // Polling writes nothing that must succeed.
        if case .poll = plan { return [] }
        var obstacles: [Obstacle] = []
        if let obstacle = nodeObstacle(device.id, surroundings) { obstacles.append(obstacle) }
        let files =
            filesToWrite(device, types, rate, folder)
            + filesToWrite(for: plan, triggers, surroundings)
        let closed = files.filter { FileSystem.kind(of: $0) != .missing && !mayWrite($0) }
        if let first = closed.first {
            let others = closed.count > 1 ? " and \(closed.count - 1) files beside it" : ""
            obstacles.append(
                obstacle(IIOError(.notPermitted(obstacle: first + others), at: device.id))
            )
        }
        return obstacles
    }

    /// The first file that prevents using a device's buffer.
    static func firstObstacle(
        of id: String,
        in surroundings: Surroundings = Surroundings()
    ) -> String? {
        let folder = "\(surroundings.sysfs)/\(id)"
        let node = "\(surroundings.dev)/\(id)"
        if let errno = FileSystem.obstacleToOpening(node), errno == .access || errno == .permission
        {
            return node
        }
        let elements = (try? FileSystem.list("\(folder)/scan_elements")) ?? []
        let files =
            ["buffer/enable", "buffer/length"]
            + elements.filter { $0.hasSuffix("_en") }.map { "scan_elements/\($0)" }
        return files.map { "\(folder)/\($0)" }.first {
            FileSystem.kind(of: $0) != .missing && !FileSystem.mayWrite($0)
        }
    }

    // MARK: Parts

    private static func nodeObstacle(_ id: String, _ surroundings: Surroundings) -> Obstacle? {
        guard let error = refusal(ofNode: id, in: surroundings) else { return nil }
        guard case .failed(_, .notFound) = error.kind else { return obstacle(error) }
        let node = "\(surroundings.dev)/\(id)"
        return Obstacle(
            device: id,
            what: "its device node \(node) is missing",
            remedy: "let udev make it, or record in a container that is given the node"
        )
    }

    /// Why a device's node cannot be opened; `nil` if it can.
    static func refusal(
        ofNode id: String,
        in surroundings: Surroundings = Surroundings()
    ) -> IIOError? {
        let node = "\(surroundings.dev)/\(id)"
        switch FileSystem.obstacleToOpening(node) {
        case nil:
            return nil
        case .some(.busy):
            let holder = FileHolder.describe(of: node, proc: surroundings.proc)
            return IIOError(.busy(holder: holder), at: id)
        case .some(.access), .some(.permission):
            return IIOError(.notPermitted(obstacle: node), at: id)
        case .some(.noDevice), .some(.noDeviceOrAddress):
            return IIOError(.deviceGone, at: id)
        case .some(let errno):
            return IIOError(.failed(call: "open \(node)", errno), at: id)
        }
    }

    /// The files that preparing a device writes; those with the right content already are left out where that
    /// is known.
    private static func filesToWrite(
        _ device: DeviceDescription,
        _ types: [MotionSensorType],
        _ rate: Double?,
        _ folder: String
    ) -> [String] {
        var names = ["buffer/enable", "buffer/length"]
        let elements = (try? FileSystem.list("\(folder)/scan_elements")) ?? []
        names += elements.filter { $0.hasSuffix("_en") }.map { "scan_elements/\($0)" }
        let name = "current_timestamp_clock"
        let clock = device.attributes[name]
        // On a read-only file system, as in a container, no permission would help: the recording uses the clock that
        // is set.
        if clock != "boottime", clock != nil,
            FileSystem.obstacleToWriting("\(folder)/\(name)") != .readOnlyFileSystem
        {
            names.append(name)
        }
        if device.trigger == .none { names.append("trigger/current_trigger") }
        let needsRate = types.contains { type in
            // The rate was not read (see `isRateUnasked`), so only the recording finds out whether it must be
            // changed.
            if device.isRateUnasked { return false }
            guard let rate else { return true }
            let wanted = device.availableRates(of: type)?.nearest(notBelow: rate) ?? rate
            let set = UnitConversion.number(device.attribute("sampling_frequency", of: type))
            return !AvailableRates.isSame(set, wanted)
        }
        let all = (try? FileSystem.list(folder)) ?? []
        if needsRate { names += all.filter { $0.hasSuffix("sampling_frequency") } }
        return names.map { "\(folder)/\($0)" }
    }

    /// The files written for the trigger: its rate, or the configfs folder in which a new one is made.
    private static func filesToWrite(
        for plan: TriggerPlan,
        _ triggers: [TriggerDescription],
        _ surroundings: Surroundings
    ) -> [String] {
        switch plan {
        case .ownBuffer, .poll:
            return []
        case .makeTimer:
            return [TimerTrigger.folder(configfs: surroundings.configfs)]
        case .keep(let name), .set(let name):
            return triggers.filter { $0.name == name && $0.samplingFrequency != nil }
                .map { "\(surroundings.sysfs)/\($0.id)/sampling_frequency" }
        }
    }

    private static func obstacle(_ error: IIOError) -> Obstacle {
        Obstacle(device: error.place, what: error.what, remedy: error.remedy ?? "")
    }
}
