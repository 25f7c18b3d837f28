// A session whose files no longer match its manifest is sent all the same: the disk here may be failing, and the copy
// that was sent survives. But the session is reported as damaged, and no rule deletes a session that may still be
// repaired here.

internal import SampleFile
internal import SessionFolder
internal import SystemCalls

extension OutgoingSession {
    /// The files whose bytes differ from those at closing, by the manifest's checksums.
    ///
    /// - Parameter goesOn: Checked before each part of a file: reading a whole day's file from a slow card takes
    ///   minutes.
    /// - Returns: Their names, sorted.
    /// - Throws: When `goesOn` returns false, or the manifest can no longer be read.
    func altered(whileTrue goesOn: () -> Bool) throws(SendError) -> [String] {
        let session: Session
        do throws(SessionError) {
            session = try Session(opening: path)
        } catch {
            throw SendError(error)
        }
        var found: [String] = []
        for file in session.manifest.files where file.closed && files[file.path] != nil {
            // Files of another length are already reported as missing or of the wrong length.
            guard let checksum = file.checksum, !lacks.contains(file.path) else { continue }
            if try Self.checksum(of: "\(path)/\(file.path)", whileTrue: goesOn) != checksum {
                found.append(file.path)
            }
        }
        return found.sorted()
    }

    /// The checksum of a file; `nil` if it cannot be read.
    private static func checksum(
        of path: String,
        whileTrue goesOn: () -> Bool
    ) throws(SendError) -> String? {
        var checksum = Checksum()
        var offset: Int64 = 0
        do throws(SystemError) {
            let file = try OpenFile.openPlain(path)
            while goesOn() {
                let bytes = try file.read(1 << 18, at: offset)
                if bytes.isEmpty { return checksum.text }
                checksum.update(bytes)
                offset += Int64(bytes.count)
            }
        } catch {
            return nil
        }
        throw .stopped(path)
    }
}
