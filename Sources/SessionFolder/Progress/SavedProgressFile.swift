// Finds whether a run can be continued, for the check of a session. Only the format of the saved lines is checked here,
// not the documents in them.

internal import SystemCalls

/// The state of the saved progress in a session folder.
enum SavedProgressFile: Hashable {
    case missing
    case readable
    case unreadable

    /// How many bytes are read.
    ///
    /// Runs rewrite the file before it gets this large, unless what they save is as large.
    private static let longestLook = 8 << 20

    init(in folder: OpenFolder) {
        let name = SessionManifest.progressName
        guard folder.kind(of: name) != .missing else {
            self = .missing
            return
        }
        guard folder.kind(of: name) == .file,
            let bytes = try? folder.open(name).read(Self.longestLook, at: 0)
        else {
            self = .unreadable
            return
        }
        var hasContent = false
        do throws(DamagedProgress) {
            // If the file is longer, its last line read is incomplete, and is ignored.
            try ProgressLines.read(bytes) { if !$0.isEmpty { hasContent = true } }
        } catch {
            self = .unreadable
            return
        }
        // A single line may be longer than what is read.
        self = hasContent || bytes.count == Self.longestLook ? .readable : .unreadable
    }
}
