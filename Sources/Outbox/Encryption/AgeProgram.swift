// Encrypts files with the program age: Debian ships it, its format is specified (age-encryption.org/v1), and the owner
// of the key needs no software of ours to read what was sent. Each file is encrypted into the outbox and sent from
// there, one at a time. A pipe into rclone would need no disk space, but most rclone backends want the length ahead or
// buffer the whole stream, none can resume after an interruption, and none could compare hashes with a file that does
// not exist here.

internal import PlainWords
internal import SystemCalls

/// The program age.
struct AgeProgram: Sendable {
    /// The suffix of an encrypted file's name.
    static let suffix = ".age"

    let command: [String]
    let recipients: AgeRecipients

    /// The program, encrypting to these recipients.
    init(to recipients: AgeRecipients) { self.init(to: recipients, command: ["age"]) }

    init(to recipients: AgeRecipients, command: [String]) {
        (self.recipients, self.command) = (recipients, command)
    }

    /// The most bytes that an encrypted file can have; used to check for free disk space.
    ///
    /// Each recipient adds a part of the header, and each 64 KiB of content add 16 bytes.
    func largestSize(ofEncrypted bytes: Int64) -> Int64 {
        let header = 1024 * Int64(recipients.keys.count + 1)
        let chunks = bytes / 65_536 + 2
        let (size, isOver) = bytes.addingReportingOverflow(header + chunks * 16)
        return isOver ? .max : size
    }

    /// Tries the program and the keys, so that a fault in them is reported before the first session.
    func tryOut(unless isStopped: () -> Bool = { false }) throws(SendError) {
        try run(from: "/dev/null", into: "/dev/null", within: .seconds(30), unless: isStopped)
    }

    /// Encrypts a file, replacing an earlier encrypted file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - target: The encrypted file.
    ///   - isStopped: Checked a few times a second; age is killed once it returns true.
    /// - Returns: How many bytes the encrypted file has.
    /// - Throws: `SendError`; then there is no encrypted file.
    func encrypt(
        _ path: String,
        into target: String,
        unless isStopped: () -> Bool
    ) throws(SendError) -> Int64 {
        do throws(SendError) {
            let size = try Self.size(of: path)
            try? FileSystem.remove(target)
            // The slowest board and its disk together manage one megabyte a second.
            let limit = Duration.seconds(60 + size / 1_000_000)
            try run(from: path, into: target, within: limit, unless: isStopped)
            let encrypted = try Self.size(of: target)
            guard encrypted > size, encrypted <= largestSize(ofEncrypted: size) else {
                // Either the file is still growing, or the program is not age.
                throw SendError(
                    .changed,
                    "its encrypted file has \(encrypted) bytes, which are not those of \(size)",
                    where: path,
                    remedy: "see that no program writes to it; it is tried again"
                )
            }
            return encrypted
        } catch {
            try? FileSystem.remove(target)
            throw error
        }
    }

    private func run(
        from path: String,
        into target: String,
        within limit: Duration,
        unless isStopped: () -> Bool
    ) throws(SendError) {
        let readers = recipients.keys.flatMap { ["-r", $0] }
        let deadline = ContinuousClock.now + limit
        var isLate = false
        var said: [String] = []
        let followed: ChildProgram.Followed
        do throws(SystemError) {
            // Kills age when this thread ends: otherwise it would go on writing into the file that the next sender
            // encrypts to.
            followed = try ChildProgram.follow(
                command + readers + ["-o", Self.noOption(target), Self.noOption(path)],
                outputLimit: 65_536,
                whileTrue: {
                    isLate = ContinuousClock.now > deadline
                    return !isLate && !isStopped()
                },
                onLine: { if said.count < Self.mostLines { said.append($0) } }
            )
        } catch {
            guard error.errno == .notFound else { throw SendError(error, "run age", where: path) }
            throw SendError(
                .setUp,
                "the program age, which encrypts, is not installed",
                where: "age",
                remedy: "install it: `sudo apt install age`"
            )
        }
        guard followed.cut == .stopped else {
            return try Self.judge(followed.ending, said, path, target)
        }
        guard isLate else { throw .stopped(path) }
        throw SendError(
            .passing,
            "age has not encrypted it within \(limit.components.seconds) s",
            where: path,
            remedy: "see that the disk answers; it is tried again"
        )
    }

    /// How many lines of age's messages are kept: the first ones say what is wrong.
    private static let mostLines = 16

    /// A path that age cannot take for an option.
    private static func noOption(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./\(path)"
    }

    private static func judge(
        _ ending: ChildProgram.Ending,
        _ said: [String],
        _ path: String,
        _ target: String
    ) throws(SendError) {
        let words: String
        switch ending {
        case .exited(0): return
        case .exited(let status):
            let line = said.first { $0.hasPrefix("age: error: ") }?.dropFirst(12)
            words =
                (line ?? said.first?[...]).map { String($0) } ?? "it ended with status \(status)"
        case .killed(let signal): words = "it was ended by signal \(signal)"
        }
        let room = FileSystem.parent(of: target) ?? target
        if words.contains("no space left") {
            throw SendError(
                .passing,
                "there is no room for its encrypted file",
                where: room,
                remedy: "free as much as the session's largest file has, or let --keep-free do it"
            )
        }
        // EDQUOT: the disk may have room, so --keep-free would delete nothing.
        if words.contains("quota exceeded") {
            throw SendError(
                .passing,
                "the disk quota has no room for its encrypted file",
                where: room,
                remedy:
                    "free as much of the quota as the session's largest file has, or have the quota raised; it is tried again"
            )
        }
        // EFBIG, and the signal for it as age reports that. Smaller files may still be sent.
        if words.contains("file too large") || words.contains("file size limit exceeded") {
            throw SendError(
                .session,
                "its encrypted file would be larger than a file may be there",
                where: room,
                remedy:
                    "raise `ulimit -f`, or keep sessions on a file system that takes larger files"
            )
        }
        throw SendError(
            .session,
            "age cannot encrypt it: \(words.printable)",
            where: path,
            remedy: "see that the keys of --encrypt-to are right and the file can be read"
        )
    }

    private static func size(of path: String) throws(SendError) -> Int64 {
        do throws(SystemError) {
            return try OpenFile.openPlain(path).size()
        } catch {
            throw SendError(error, "encrypt it", where: path, kind: .session)
        }
    }
}
