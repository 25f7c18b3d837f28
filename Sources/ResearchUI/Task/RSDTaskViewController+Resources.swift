// The one door to what a screen names: a host gets bytes, never a path, and only of what stands there. Files
// are read on a thread of their own, as a disk may be slow.

public import Research
internal import TaskEngine
internal import ViewTree

extension RSDTaskViewController {
    /// The bytes of a picture, a page, a film or a sound that the screen names, and what they are.
    ///
    /// They lie in the folders that the `factory` of the run has for resources.
    ///
    /// - Parameters:
    ///   - name: What the screen names.
    ///   - bytes: Which of them, as for a film of which a player asks for a part at a time: those that there are, 64 MiB
    ///     at most. Without a word all are given, if there are no more than that.
    /// - Returns: The bytes, and what they are.
    /// - Throws: Why there are none, and what mends it.
    public final func resource(
        named name: String,
        bytes: Range<Int64>? = nil
    ) async throws(ScreenResourceError) -> RSDResource {
        guard let kind = kind(ofResource: name) else { throw .notNamed(name) }
        // By its bytes: an accent upon the colon hides no address.
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
