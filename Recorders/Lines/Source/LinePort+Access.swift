// Finds out before a recording whether a port can be used, as far as that is possible without opening it: opening a
// serial port restarts some devices.

internal import SystemCalls

extension LinePort {
    /// Throws if something prevents opening the port, as far as that shows without opening it.
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
