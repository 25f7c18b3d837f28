// A mended file takes the place of the original before any manifest tells of it. A repair that is killed between
// the two leaves a file that is whole and not what its manifest vouches for, and an original that nobody tells
// of: by that the next repair knows what has happened, and tells it.

internal import SampleFile
internal import SystemCalls

/// What was found in a file that is mended, and where it lies now as it was found.
struct Mending {
    var found: SampleFileCondition
    var original: String

    /// The mending of a file by a repair that was killed before it could tell.
    ///
    /// - Parameters:
    ///   - name: The file, which is whole.
    ///   - folder: Where it and its originals lie.
    ///   - manifest: Which mendings are told.
    ///   - isLeft: Whether a mending that kept so many records can have left it.
    ///   - examine: Says what is whole in another file of its kind.
    /// - Returns: Its mending; `nil` where none was left untold.
    static func untold(
        of name: String,
        in folder: OpenFolder,
        _ manifest: SessionManifest,
        where isLeft: (Int) -> Bool,
        examine: (String) throws(SampleFileError) -> SampleFileCondition
    ) -> Mending? {
        let told = Set(manifest.recovered.compactMap(\.original))
        let originals = ((try? folder.list()) ?? []).filter {
            $0.hasPrefix("\(name).torn") && !told.contains($0)
        }
        for original in originals {
            guard let found = try? examine(original), !found.isComplete,
                isLeft(found.intactRecords)
            else { continue }
            return Mending(found: found, original: original)
        }
        return nil
    }
}

extension SampleFileCondition {
    /// The bytes of what is in no record that a mending keeps.
    var lostBytes: Int64 {
        isComplete ? 0 : damaged.reduce(tornBytes) { $0 + $1.byteCount }
    }
}
