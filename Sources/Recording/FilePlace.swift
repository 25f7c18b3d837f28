// Where a recorder's file goes. A host without sessions gives a path. A session gives its open folder, so that the
// file is created in that folder even if the path changes meanwhile.

package import SampleFile
package import SystemCalls

/// Where a file goes.
public struct FilePlace: Sendable, Equatable {
    /// The whole path.
    public var path: String
    /// The path within the session folder.
    public var relativePath: String
    private var home: FileHome?
    /// Waits until the session's journal names the file, and returns the folder to create it in.
    private var settle: (@Sendable () throws -> FileHome)?
    private var folder: OpenFolder? { home?.folder }

    public init(path: String, relativePath: String) {
        self.path = path
        self.relativePath = relativePath
    }

    /// A place in an open folder.
    ///
    /// - Parameters:
    ///   - home: The folder.
    ///   - name: The file's name in it.
    ///   - settle: Called on the thread that creates the file: waits until the journal names the file, and returns
    ///     the folder to create it in. Another machine may have taken over the first folder by then.
    package init(
        in home: FileHome,
        _ name: String,
        settle: (@Sendable () throws -> FileHome)? = nil
    ) {
        self.init(path: home.folder.path(ofFile: name), relativePath: name)
        self.home = home
        self.settle = settle
    }

    /// Waits for the final place and returns it; create the file only there.
    package func settled() throws -> FilePlace {
        guard let settle else { return self }
        return FilePlace(in: try settle(), relativePath)
    }

    public static func == (left: FilePlace, right: FilePlace) -> Bool {
        left.path == right.path && left.relativePath == right.relativePath
            && left.folder == right.folder
    }

    /// The place of another file in the same folder.
    package func beside(_ rename: (String) -> String) -> FilePlace {
        var other = self
        other.path = rename(path)
        other.relativePath = rename(relativePath)
        return other
    }

    /// The same file at the folder's present path, in case somebody moved the folder.
    package var present: FilePlace {
        var place = self
        if let folder, let path = folder.presentPath { place.path = "\(path)/\(relativePath)" }
        return place
    }

    /// Whether the folder was deleted.
    package var isFolderGone: Bool {
        if let folder { return folder.presentPath == nil }
        return FileSystem.kind(of: FileSystem.parent(of: path) ?? "/") == .missing
    }

    /// Creates the file; fails if it exists.
    package func create(
        schema: RecordSchema,
        layout: SampleFileLayout,
        policy: FlushPolicy
    ) throws(SampleFileError) -> SampleFileWriter {
        guard let home else {
            return try SampleFileWriter(
                creating: path,
                schema: schema,
                layout: layout,
                policy: policy
            )
        }
        return try SampleFileWriter(
            creating: relativePath,
            in: home.folder,
            schema: schema,
            layout: layout,
            policy: policy,
            by: home.right
        )
    }

    /// Creates a document, which is not a list of records; fails if the file exists.
    package func createDocument() throws(SystemError) -> GrowingDocument {
        if let home {
            return try GrowingDocument(creating: relativePath, in: home.folder, by: home.right)
        }
        let folder = try OpenFolder.open(FileSystem.parent(of: path) ?? "/")
        return try GrowingDocument(creating: FileSystem.name(of: path), in: folder)
    }

    /// Deletes the file.
    package func remove() throws(SystemError) {
        guard let folder else { return try FileSystem.remove(path) }
        try folder.remove(relativePath)
    }
}
