// A task file names other files. It comes from outside, so a name is looked for in the folders that
// the host gives, and nowhere else.

public import FoundationEssentials
internal import SystemCalls

/// Finds the resources that task files name.
public struct RSDResourceLocator: Sendable, Hashable {
    /// The folders that are searched, in their order.
    public var folders: [String]

    /// A locator of the files in some folders.
    public init(folders: [String]) {
        self.folders = folders
    }

    /// The bytes of a resource.
    ///
    /// - Throws: `RSDTaskFileError` when the name leads out of the folders, or to no file.
    public func load(_ name: String, extension fileExtension: String = "json") throws -> Data {
        try find([name, "\(name).\(fileExtension)"], of: "resource '\(name)'") { file in
            Data(try file.readAll(limit: Self.largest))
        }.found
    }

    /// What is read of the first file there is of some names, of which the first is the one that was asked for.
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
                // A folder of that name is not what is looked for; a link is, and is refused.
                switch FileSystem.kind(of: path) {
                case .missing, .directory: continue
                case .file, .link, .other: break
                }
                do {
                    // What counts is what is opened, and a link is not.
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

    /// The bytes that are read of a resource at once, at most.
    static let largest: Int64 = 64 << 20

    /// Looked at by its bytes, as the kernel does: a slash with an accent upon it is another
    /// character, and still a slash.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0)
            && !name.utf8.contains(UInt8(ascii: "/"))
    }
}
