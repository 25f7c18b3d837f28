// Reads facts from the name of a session's folder, for example of a session that was deleted.

package import Timebase

extension SessionList {
    /// Returns when a session began, from the name of its folder; `nil` if a user chose the name.
    package static func start(inName name: String) -> WallInstant? {
        SessionName.parts(of: name)?.start
    }

    /// Returns the first eight digits of the UUID of a session's run, from the name of its folder; `nil` if a user
    /// chose the name.
    package static func run(inName name: String) -> String? { SessionName.parts(of: name)?.run }

    /// True if a name belongs to the folder of a run.
    ///
    /// - Parameters:
    ///   - name: The name of the folder.
    ///   - run: The UUID of the run.
    /// - Returns: True if the name has the first eight digits of the UUID.
    package static func isName(_ name: String, ofRun run: String) -> Bool {
        SessionName.parts(of: name).map { $0.run == run.lowercased().prefix(8) } ?? false
    }
}
