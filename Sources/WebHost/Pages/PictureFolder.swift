// Writes a picture from a phone to a file of the session. It does so outside the main actor: a disk may be slow.

internal import Research
internal import Synchronization
internal import SystemCalls
internal import WebServer

/// Writes pictures.
enum PictureFolder {
    /// The file extensions of the picture types that a page may send.
    private static let endings = [
        "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/heic": "heic",
    ]

    /// Serialises the search for a free name: two at once would find the same.
    static let turn = Mutex(())

    /// Why a picture was not written.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes a picture to a new file, which gets its final name once it is complete.
    ///
    /// - Returns: The name of the file.
    static func keep(
        _ bytes: [UInt8],
        _ picture: PictureErrand,
        in folders: RSDResourceLocator
    ) async throws -> String {
        guard let ending = endings[picture.type] else {
            throw Refused(description: "pictures are JPEG, PNG, WebP or HEIC")
        }
        guard let folder = folders.folders.first else {
            throw Refused(description: "the program has no folder for pictures")
        }
        return try await WorkThread(name: "picture").perform {
            let place = try OpenFolder.open(folder)
            return try turn.withLock { _ in
                for number in 1...9999 {
                    let name = "picture-\(number).\(ending)"
                    guard place.lacks(name) else { continue }
                    try DurableDocument.write(bytes, as: name, in: place)
                    return name
                }
                throw Refused(description: "there are too many pictures")
            }
        }
    }

    /// Deletes a picture whose run was over before it was complete.
    static func discard(_ name: String, in folders: RSDResourceLocator) async {
        guard let folder = folders.folders.first, let thread = try? WorkThread(name: "picture")
        else { return }
        await thread.perform { try? OpenFolder.open(folder).remove(name) }
    }
}
