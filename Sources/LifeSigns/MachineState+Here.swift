// Reads the state of this machine. Names of batteries are left out: that of a keyboard contains its Bluetooth address.

internal import SystemCalls

extension MachineState {
    /// The state of this machine; may wait for a disk.
    ///
    /// - Parameter folder: The folder for sessions, which need not exist yet.
    /// - Returns: What is known.
    static func here(sessionsIn folder: String) -> MachineState {
        let emptiest = Battery.present().min { $0.percent < $1.percent }
        let room = FileSystem.nearestRoom(at: folder)
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
}
