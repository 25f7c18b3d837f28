// The few operations that a destination must offer, whatever it is. Each may fail in the middle and be repeated. rclone
// implements them; tests implement them in memory and simulate a kill at each.

/// A destination.
///
/// Paths are relative to the destination; a folder holds one session, or files of a session in transit.
protocol FarEnd: AnyObject {
    /// True if the destination can move a file without a new upload.
    var movesFiles: Bool { get throws(SendError) }

    /// The files of a folder with their sizes; empty if there is no such folder.
    func list(_ folder: String) throws(SendError) -> [String: Int64]

    /// The names of the top folders, one a session; `nil` if the destination itself does not exist.
    func topFolders() throws(SendError) -> [String]?

    /// The sizes of files at these paths, fetched together; omits files that do not exist.
    func sizes(of paths: [String]) throws(SendError) -> [String: Int64]

    /// Reads a small file.
    func read(_ name: String, in folder: String) throws(SendError) -> [UInt8]

    /// Sends files of a local folder into one there; skips those that seem to be there already, unless `again`.
    func copy(
        _ names: [String],
        from local: String,
        to folder: String,
        again: Bool
    ) throws(SendError)

    /// Compares local files with those there, by bytes or by hash; with the folder "", names are paths from the top.
    func compare(
        _ names: [String],
        of local: String,
        with folder: String
    ) throws(SendError) -> Comparison

    /// Moves files there from one folder to another, replacing files of the same names.
    func move(_ names: [String], from folder: String, to other: String) throws(SendError)

    /// Deletes files there; a missing file is no error.
    func delete(_ names: [String], in folder: String) throws(SendError)

    /// Deletes a folder there with its content; a missing folder is no error.
    func drop(_ folder: String) throws(SendError)

    /// Deletes a folder there if it is empty.
    func dropIfEmpty(_ folder: String) throws(SendError)
}

/// The result of a comparison.
struct Comparison: Hashable, Sendable {
    /// Files that are missing there, or have other bytes.
    var differing: Set<String>
    /// How they were compared, such as `md5` or `read back`.
    var method: String

    /// The method if the bytes themselves were read.
    static let readBack = "read back"

    init(differing: Set<String>, method: String) {
        self.differing = differing
        self.method = method
    }
}
