// Finds the files that a task file names. A task file comes from outside and cannot be trusted, so names are only
// looked up in the folders that the host gives.

public import FoundationEssentials
internal import SystemCalls

/// Finds the resources that task files name.
public struct RSDResourceLocator: Sendable, Hashable {
    /// The folders to search, in this order.
    public var folders: [String]

    /// Creates a locator for the files in these folders.
    public init(folders: [String]) {
        self.folders = folders
    }

    /// Reads a resource.
    ///
    /// - Throws: `RSDTaskFileError` if the name leads out of the folders, or to no file that can be read.
    public func load(_ name: String, extension fileExtension: String = "json") throws -> Data {
        try find([name, "\(name).\(fileExtension)"], of: "resource '\(name)'") { file in
            Data(try file.readAll(limit: Self.largest))
        }.found
    }

    /// Finds the first existing file of several names, and reads it.
    ///
    /// The first name is the one that was asked for.
    func find<Found>(
        _ names: [String],
        of what: String,
        reading read: (borrowing OpenFile) throws -> Found
    ) throws -> (name: String, found: Found) {
        guard let name = names.first, Self.isPlain(name) else {
            throw RSDTaskFileError(
                "the \(what) is not named by a plain file name",
                remedy: "name a file in one of the resource folders, without folders or '..'"
            )
        }
        for folder in folders {
            for candidate in names {
                let path = "\(folder)/\(candidate)"
                // A folder with that name is skipped. A link is not skipped, so that `open` reports it below.
                switch FileSystem.kind(of: path) {
                case .missing, .directory: continue
                case .file, .link, .other: break
                }
                do {
                    // `open` itself refuses links, so a file that becomes a link after the check above is not read.
                    let file = try OpenFolder.reach(folder).open(candidate)
                    return (candidate, try read(file))
                } catch let error as SystemError where error.errno == .fileTooLarge {
                    throw RSDTaskFileError(
                        "the \(what) in \(folder) has more than \(Self.largest >> 20) MiB",
                        remedy:
                            "put a smaller one there; a host asks for a part of a film's bytes at a time"
                    )
                } catch {
                    throw RSDTaskFileError(
                        "the \(what) in \(folder) cannot be read: \(error)",
                        remedy: "put a plain file there that may be read, and no link"
                    )
                }
            }
        }
        let places =
            folders.isEmpty ? "any folder: none was given" : folders.joined(separator: ", ")
        throw RSDTaskFileError(
            "there is no file for the \(what) in \(places)",
            remedy: "put it there, or give the folder that it is in"
        )
    }

    /// The most bytes that are read of a resource at once.
    static let largest: Int64 = 64 << 20

    /// True if a name has no folder in it.
    ///
    /// The name is compared byte by byte, as the kernel does: Swift takes a slash with a combining accent for a
    /// different character, but the kernel still sees a slash.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0)
            && !name.utf8.contains(UInt8(ascii: "/"))
    }
}
