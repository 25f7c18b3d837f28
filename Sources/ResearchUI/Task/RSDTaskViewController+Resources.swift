// The only access to files that a screen names. A host gets bytes and never a path, and only for names on the present
// screen. Files are read on a separate thread, as a disk may be slow.

public import Research
internal import TaskEngine
internal import ViewTree

extension RSDTaskViewController {
    /// The bytes and the type of a picture, a page, a video or a sound that the screen names.
    ///
    /// The files are in the resource folders of the run's `factory`.
    ///
    /// - Parameters:
    ///   - name: The name on the screen.
    ///   - bytes: The range to return, at most 64 MiB, as for a player that reads a video in parts; it is cut to the
    ///     existing bytes. `nil` returns all bytes, if there are no more than that.
    /// - Returns: The bytes and their type.
    /// - Throws: Why the resource cannot be returned, and how to fix that.
    public final func resource(
        named name: String,
        bytes: Range<Int64>? = nil
    ) async throws(ScreenResourceError) -> RSDResource {
        guard let kind = kind(ofResource: name) else { throw .notNamed(name) }
        // Compare bytes: a combining accent on the colon must not hide an address.
        let letters = Array(name.utf8)
        guard !letters.indices.contains(where: { letters[$0...].starts(with: Array("://".utf8)) })
        else {
            throw .elsewhere(name)
        }
        let folders = engine.factory?.surroundings.resources ?? RSDResourceLocator(folders: [])
        do {
            return try await resourceThread.perform {
                try folders.resource(name, kind, bytes: bytes)
            }
        } catch {
            throw .unreadable(RSDTaskFileError(error))
        }
    }

    private func kind(ofResource name: String) -> RSDResource.Kind? {
        if let named = screen.resources.first(where: { $0.name == name }) {
            switch named.kind {
            case .picture: return .picture
            case .page: return .page
            case .film: return .film
            }
        }
        return cues.sounds.contains(name) ? .sound : nil
    }
}
