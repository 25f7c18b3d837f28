// Reads the state of this machine. Names of batteries are left out: that of a keyboard contains its Bluetooth address.

internal import SystemCalls

extension MachineState {
    /// The state of this machine; may wait for a disk.
    ///
    /// - Parameter folder: The folder for sessions, which need not exist yet.
    /// - Returns: What is known.
    static func here(sessionsIn folder: String) -> MachineState {
        let emptiest = Battery.present().min { $0.percent < $1.percent }
        let room = nearestRoom(at: folder)
        return MachineState(
            battery: emptiest.map {
                LifeSign.Power(
                    percent: min(max($0.percent, 0), 100),
                    isCharging: $0.state == "Charging" || $0.state == "Full"
                )
            },
            disk: room.map { LifeSign.Room(freeBytes: $0.free, totalBytes: $0.total) }
        )
    }

    /// The space at a folder or, if it does not exist yet, at its parent.
    private static func nearestRoom(at folder: String) -> (free: Int64, total: Int64)? {
        if let room = FileSystem.room(at: folder) { return room }
        return FileSystem.room(at: FileSystem.parent(of: folder) ?? ".")
    }
}
