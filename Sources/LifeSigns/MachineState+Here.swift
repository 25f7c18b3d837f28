// The names of batteries are left out: a keyboard's has the address of the keyboard.

internal import SystemCalls

extension MachineState {
    /// The state of this machine; the calling thread may wait for a disk.
    ///
    /// - Parameter folder: Where sessions are put, or will be.
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

    /// The room at a folder, or where it will be made.
    private static func nearestRoom(at folder: String) -> (free: Int64, total: Int64)? {
        if let room = FileSystem.room(at: folder) { return room }
        return FileSystem.room(at: FileSystem.parent(of: folder) ?? ".")
    }
}
