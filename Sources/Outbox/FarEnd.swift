// What is asked of the other end, whatever it is: few things, each of which may fail in the middle and be asked again.
// rclone does them; tests do them in memory, and are killed at each.

/// The other end.
///
/// Paths are relative to the destination; a folder is one session's, or what is on its way of one.
protocol FarEnd: AnyObject {
    /// Whether it can move a file there without sending it again.
    var movesFiles: Bool { get throws(SendError) }

    /// The files of a folder with their sizes; none where there is no such folder.
    func list(_ folder: String) throws(SendError) -> [String: Int64]

    /// The names of the folders at its top, which are sessions'; `nil` where that itself is not there.
    func topFolders() throws(SendError) -> [String]?

    /// The sizes of files there, asked for all at once, by their paths from its top; without those that are not there.
    func sizes(of paths: [String]) throws(SendError) -> [String: Int64]

    /// A small file.
    func read(_ name: String, in folder: String) throws(SendError) -> [UInt8]

    /// Sends files of a folder here into one there; those that seem to be there already are passed over, unless `again`.
    func copy(
        _ names: [String],
        from local: String,
        to folder: String,
        again: Bool
    ) throws(SendError)

    /// Compares files here with those there, by their bytes or a hash of them; "" is its top, where names are paths.
    func compare(
        _ names: [String],
        of local: String,
        with folder: String
    ) throws(SendError) -> Comparison

    /// Moves files there from one folder to another, in place of what has their names.
    func move(_ names: [String], from folder: String, to other: String) throws(SendError)

    /// Deletes files there; one that is not there is fine.
    func delete(_ names: [String], in folder: String) throws(SendError)

    /// Deletes a folder there with all that is in it; one that is not there is fine.
    func drop(_ folder: String) throws(SendError)

    /// Deletes a folder there if nothing is in it.
    func dropIfEmpty(_ folder: String) throws(SendError)
}

/// What a comparison has shown.
struct Comparison: Hashable, Sendable {
    /// Files that are not there, or have other bytes there.
    var differing: Set<String>
    /// By what they were compared, such as `md5`, or `read back`.
    var method: String

    /// What is said where the bytes themselves were read.
    static let readBack = "read back"

    init(differing: Set<String>, method: String) {
        self.differing = differing
        self.method = method
    }
}
