// What the name of a session's folder tells to whoever has nothing else of it, such as a session that has gone.

package import Timebase

extension SessionList {
    /// When a session began, by the name of its folder; `nil` of a name that somebody else has given it.
    package static func start(inName name: String) -> WallInstant? {
        SessionName.parts(of: name)?.start
    }

    /// Whether a name is that of a run's folder.
    ///
    /// - Parameters:
    ///   - name: The name of the folder.
    ///   - run: The UUID of the run.
    /// - Returns: Whether it tells the digits that the run's has.
    package static func tells(_ name: String, ofRun run: String) -> Bool {
        SessionName.parts(of: name).map { $0.run == run.lowercased().prefix(8) } ?? false
    }
}
