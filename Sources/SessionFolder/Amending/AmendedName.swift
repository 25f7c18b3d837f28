// A folder's name may show the participant, so an amendment may have to rename the folder. It does so last, and
// never replaces anything that has the new name.

internal import SystemCalls
internal import Timebase

/// The name of an amended session's folder.
enum AmendedName {
    /// True if a folder has to be renamed; a name that a user chose stays.
    static func isPending(for manifest: SessionManifest, in folder: OpenFolder) -> Bool {
        let name = FileSystem.name(of: folder.presentPath ?? folder.path)
        guard let parts = SessionName.parts(of: name) else { return false }
        return name != right(for: manifest, parts.start, parts.attempt)
    }

    /// Gives a folder the name that fits its manifest.
    ///
    /// - Parameters:
    ///   - manifest: The amended manifest.
    ///   - folder: The folder, which the caller owns.
    ///   - isTied: True if another folder of the same run refers to this one, so that the counter in the name
    ///     must stay.
    /// - Returns: Its new path; `nil` if the name is right already, or was chosen by a user.
    /// - Throws: `SessionError` if it cannot be renamed.
    static func take(
        for manifest: SessionManifest,
        in folder: OpenFolder,
        isTied: Bool
    ) throws(SessionError) -> String? {
        guard isPending(for: manifest, in: folder) else { return nil }
        let path = folder.presentPath ?? folder.path
        let name = FileSystem.name(of: path)
        guard let parts = SessionName.parts(of: name) else { return nil }
        let first = right(for: manifest, parts.start, parts.attempt)
        do throws(SystemError) {
            let parent = try OpenFolder.open(FileSystem.parent(of: path) ?? "/")
            for attempt in [parts.attempt] + (isTied ? [] : Array(1...1000)) {
                let right = right(for: manifest, parts.start, attempt)
                guard try parent.isRenamed(name, to: right) else { continue }
                try parent.synchronize()
                return parent.path(ofFile: right)
            }
            throw SystemError(call: "rename", path: parent.path(ofFile: first), errno: .exists)
        } catch {
            let isTaken = error.errno == .exists
            throw SessionError(
                "the session is amended, but its folder cannot be called \(first): \(error.errno)",
                where: path,
                remedy: isTaken
                    ? "move away what has that name; then run `footfall repair`, which gives it to the folder"
                    : "\(error.remedy ?? "see that its parent folder can be written"); then run `footfall repair`, "
                        + "which gives it that name"
            )
        }
    }

    /// Returns the name that an earlier folder of the same run has after the amendment.
    static func amended(_ name: String, of manifest: SessionManifest) -> String {
        guard let parts = SessionName.parts(of: name) else { return name }
        return right(for: manifest, parts.start, parts.attempt)
    }

    private static func right(
        for manifest: SessionManifest,
        _ start: WallInstant,
        _ attempt: Int
    ) -> String {
        SessionName.name(
            start: start,
            of: manifest.participant,
            identifier: manifest.identifier,
            run: manifest.taskRunUUID,
            attempt: attempt
        )
    }
}

extension OpenFolder {
    /// Renames a folder in this one; returns `false` if the new name is taken.
    fileprivate func isRenamed(_ name: String, to other: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try move(name, to: self, as: other)
            return true
        } catch {
            if error.errno == .exists { return false }
            throw error
        }
    }
}
