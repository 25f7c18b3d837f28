// age encrypts: it is Debian's, its format is specified (age-encryption.org/v1), and whoever has the key needs nothing
// of ours to read what was sent. A file is encrypted into the outbox and sent from there, one at a time. A pipe into
// rclone would need no room, but most ends of rclone want the length ahead or keep the whole stream themselves, none can
// go on after a break, and no end could be asked for the hash of what nobody has.

internal import PlainWords
internal import SystemCalls

/// The program age.
struct AgeProgram: Sendable {
    /// What a file's name ends with once it is encrypted.
    static let suffix = ".age"

    let command: [String]
    let recipients: AgeRecipients

    /// The program for these readers.
    init(to recipients: AgeRecipients) { self.init(to: recipients, command: ["age"]) }

    init(to recipients: AgeRecipients, command: [String]) {
        (self.recipients, self.command) = (recipients, command)
    }

    /// How much an encrypted file may be larger than the file: for whoever looks whether there is room for it.
    ///
    /// Each reader has a part of the header, and each 64 KiB have 16 bytes of their own.
    func largestSize(ofEncrypted bytes: Int64) -> Int64 {
        let header = 1024 * Int64(recipients.keys.count + 1)
        let chunks = bytes / 65_536 + 2
        let (size, isOver) = bytes.addingReportingOverflow(header + chunks * 16)
        return isOver ? .max : size
    }

    /// Tries the program and the keys, so that what is wrong with them is told ahead of the first session.
    func tryOut(unless isStopped: () -> Bool = { false }) throws(SendError) {
        try run(from: "/dev/null", into: "/dev/null", within: .seconds(30), unless: isStopped)
    }

    /// Encrypts a file into another one, in place of what was there.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - target: The encrypted file.
    ///   - isStopped: Looked at a few times a second; once it says so, age is ended.
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
            // A megabyte a second is what the slowest board and its disk do together.
            let limit = Duration.seconds(60 + size / 1_000_000)
            try run(from: path, into: target, within: limit, unless: isStopped)
            let encrypted = try Self.size(of: target)
            guard encrypted > size, encrypted <= largestSize(ofEncrypted: size) else {
                // The file is still growing, or age is none.
                throw SendError(
                    .changed,
                    "its encrypted file has \(encrypted) bytes, which are not those of \(size)",
                    where: path,
                    remedy: "see that nobody writes to it; it is tried again"
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
            // It ends with this thread: one that went on would write into what the next sender encrypts.
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

    /// How many lines of what age says are kept: the first tell what is wrong.
    private static let mostLines = 16

    /// A path that is not taken for an option, whatever it begins with.
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
        if words.contains("no space left") {
            let room = FileSystem.parent(of: target) ?? target
            throw SendError(
                .passing,
                "there is no room for its encrypted file",
                where: room,
                remedy: "free as much as the session's largest file has, or let --keep-free do it"
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
