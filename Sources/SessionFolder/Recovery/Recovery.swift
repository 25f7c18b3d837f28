// A repair puts the repaired file in place before it updates the manifest. If it is killed between the two, it
// leaves a whole file that differs from the manifest, and an original that the manifest does not mention. From
// these, the next repair recognises what happened, and reports it.

internal import SampleFile
internal import SystemCalls

/// What a repair found in a file, and where the unrepaired original is now.
struct Recovery {
    var found: SampleFileCondition
    var original: String

    /// Finds the unreported work of a repair of this file that was killed before it updated the manifest.
    ///
    /// - Parameters:
    ///   - name: The file, which is whole.
    ///   - folder: The folder of the file and its originals.
    ///   - manifest: Lists the recoveries that were reported.
    ///   - isLeft: Returns whether a repair that kept that many records can have produced the file.
    ///   - examine: Examines another file of the same kind.
    /// - Returns: The unreported recovery; `nil` if there is none.
    static func unreported(
        of name: String,
        in folder: OpenFolder,
        _ manifest: SessionManifest,
        where isLeft: (Int) -> Bool,
        examine: (String) throws(SampleFileError) -> SampleFileCondition
    ) -> Recovery? {
        let told = Set(manifest.recovered.compactMap(\.original))
        let originals = ((try? folder.list()) ?? []).filter {
            $0.hasPrefix("\(name).torn") && !told.contains($0)
        }
        for original in originals {
            guard let found = try? examine(original), !found.isComplete,
                isLeft(found.intactRecords)
            else { continue }
            return Recovery(found: found, original: original)
        }
        return nil
    }
}

extension SampleFileCondition {
    /// The number of bytes outside of the records that a recovery keeps; 0 for a whole file.
    var lostBytes: Int64 {
        isComplete ? 0 : damaged.reduce(tornBytes) { $0 + $1.byteCount }
    }
}
