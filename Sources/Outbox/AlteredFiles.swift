// A session whose files are not what its manifest says is sent all the same, for the disk here may be failing and what
// is sent is kept; but it is not called whole, and no rule deletes what may be mended here.

internal import SampleFile
internal import SessionFolder
internal import SystemCalls

extension OutgoingSession {
    /// The files whose bytes are not those that they had when they were closed, by the manifest's checksums.
    ///
    /// - Parameter goesOn: Looked at for each part of a file: a day's file is read for minutes from a slow card.
    /// - Returns: Their names, sorted.
    /// - Throws: When it is not to go on, or the manifest cannot be read any more.
    func altered(whileTrue goesOn: () -> Bool) throws(SendError) -> [String] {
        let session: Session
        do throws(SessionError) {
            session = try Session(opening: path)
        } catch {
            throw SendError(error)
        }
        var found: [String] = []
        for file in session.manifest.files where file.closed && files[file.path] != nil {
            // What is shorter or longer is told already.
            guard let checksum = file.checksum, !lacks.contains(file.path) else { continue }
            if try Self.checksum(of: "\(path)/\(file.path)", whileTrue: goesOn) != checksum {
                found.append(file.path)
            }
        }
        return found.sorted()
    }

    /// The checksum of a file; `nil` of one that cannot be read.
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
