// Whether a run can be taken up again is said by a check, which does not know what a run saves of itself: only that
// its file is lines of JSON, the first of which comes with the file and is never empty.

internal import FoundationEssentials
internal import Research
internal import SystemCalls

/// What there is in a session folder of its run's saved progress.
enum SavedProgressFile: Hashable {
    case missing
    /// It has a beginning; damage behind that is told by whoever goes on with the run.
    case readable
    case unreadable

    private static let longestLook = 1 << 20

    init(in folder: OpenFolder) {
        let name = SessionManifest.progressName
        guard folder.kind(of: name) != .missing else {
            self = .missing
            return
        }
        guard folder.kind(of: name) == .file,
            let start = try? folder.open(name).read(Self.longestLook, at: 0)
        else {
            self = .unreadable
            return
        }
        guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else {
            // A line may be longer than is looked at; of a shorter one the end is missing.
            self = start.count == Self.longestLook ? .readable : .unreadable
            return
        }
        let changes = try? JSONDecoder().decode([JSONValue].self, from: Data(start[..<end]))
        self = changes?.isEmpty == false ? .readable : .unreadable
    }
}
