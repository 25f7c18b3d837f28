// Whether a run can be taken up again is said by a check, which does not know what a run saves of itself: only how
// the lines are written that tell it.

internal import SystemCalls

/// What there is in a session folder of its run's saved progress.
enum SavedProgressFile: Hashable {
    case missing
    case readable
    case unreadable

    /// Runs write the file anew before it has grown so far, unless what they keep is as large.
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
            // Of a longer file the line that the look ends in counts as its end.
            try ProgressLines.read(bytes) { if !$0.isEmpty { hasContent = true } }
        } catch {
            hasContent = false
        }
        // A single line may be longer than is looked at.
        self = hasContent || bytes.count == Self.longestLook ? .readable : .unreadable
    }
}
