// What stands in the way of a port is told before a recording begins, as far as that shows without opening it: to open
// a serial port restarts some devices.

internal import SystemCalls

extension LinePort {
    /// Throws what stands in the way of opening it, as far as that shows.
    public func check() throws(LineError) {
        guard case .path(let path, _) = kind else { return }
        if let errno = FileSystem.obstacleToReading(path) {
            throw .opening(self, SystemError(call: "faccessat", path: path, errno: errno))
        }
        let kind = FileSystem.kind(of: path)
        if kind == .file { throw LineError(.plainFile, at: text) }
        if kind == .directory { throw LineError(.folder, at: text) }
    }
}
