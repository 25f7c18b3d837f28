// The name of a folder may tell whose its session is. After an amendment it tells what is right: it changes last, and
// what has that name already is never replaced.

internal import SystemCalls
internal import Timebase

/// The name of an amended session's folder.
enum AmendedName {
    /// Whether a folder is to be called otherwise; one that a person has named is called as it is.
    static func isPending(for manifest: SessionManifest, in folder: OpenFolder) -> Bool {
        let name = FileSystem.name(of: folder.presentPath ?? folder.path)
        guard let parts = SessionName.parts(of: name) else { return false }
        return name != right(for: manifest, parts.start, parts.attempt)
    }

    /// Gives a folder the name that is right.
    ///
    /// - Parameters:
    ///   - manifest: What it is to tell.
    ///   - folder: The folder, which is one's own.
    ///   - isTied: Whether another folder of the same run knows it by which of the run's names it has.
    /// - Returns: Its new path; `nil` where it is called right already, or as a person has named it.
    /// - Throws: `SessionError` where it cannot be renamed.
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

    /// What a manifest says of the name of the folder that its run had before, as that is called after an amendment.
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
    /// Gives a folder in it another name; `false` where something has that.
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
