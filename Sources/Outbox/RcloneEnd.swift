// The other end by rclone. Which files are meant goes to rclone in a file of names, as they are: none of them is an
// option or a pattern.

internal import FoundationEssentials
internal import PlainWords
internal import SystemCalls

/// The other end, reached by rclone.
final class RcloneEnd: FarEnd {
    let rclone: RcloneProgram
    let destination: Destination
    /// Where files of names may lie.
    let folder: OpenFolder
    private var features: Features?
    /// How many bytes a folder there has, or gets, as far as they are known: what has to do with them may take long.
    var bytes: [String: Int64] = [:]
    private static let names = "names"
    /// No manifest is larger, and nothing else is read.
    private static let readLimit = 64 << 20

    /// Bytes that were sent, also of what had to be sent twice.
    var sentBytes: Int64 { rclone.sentBytes }
    /// Bytes that were read back to compare them.
    var readBytes: Int64 { rclone.readBytes }

    /// The end of an outbox.
    ///
    /// - Parameters:
    ///   - outbox: Whose destination it is.
    ///   - settings: How rclone is called.
    ///   - goesOn: Is asked about ten times a second; what runs is killed at once where it says no.
    ///   - onBytes: Is told how many bytes were sent, as they go.
    /// - Throws: When the outbox's folder cannot be opened.
    init(
        of outbox: Outbox,
        _ settings: RcloneSettings = RcloneSettings(),
        whileTrue goesOn: @escaping () -> Bool,
        onBytes: @escaping (Int64) -> Void = { _ in }
    ) throws(SendError) {
        destination = outbox.destination
        rclone = RcloneProgram(settings, to: destination, whileTrue: goesOn, onBytes: onBytes)
        do throws(SystemError) {
            folder = try OpenFolder.open(outbox.path, ofOneOwner: true)
        } catch {
            throw SendError(error, "keep what was sent", where: outbox.path)
        }
    }

    /// Looks whether there is an rclone, and what the other end can do.
    func open() throws(SendError) { _ = try known() }

    func known() throws(SendError) -> Features {
        if let features { return features }
        try rclone.requireVersion()
        let answer = try rclone.run(["backend", "features", destination.text])
        let told = try decode(Features.self, answer.output)
        if told.can.bucketBased == true, destination.isRootOfRemote {
            throw SendError(
                .setUp,
                "it names no bucket",
                where: destination.shown,
                remedy: "add the bucket: \(destination.shown)BUCKET"
            )
        }
        features = told
        return told
    }

    var movesFiles: Bool {
        get throws(SendError) {
            let can = try known().can
            return can.move == true || can.copy == true
        }
    }

    func list(_ folder: String) throws(SendError) -> [String: Int64] {
        struct Item: Decodable {
            var name: String
            var size: Int64

            private enum CodingKeys: String, CodingKey {
                case name = "Name"
                case size = "Size"
            }
        }
        let answer = try rclone.run(
            [
                "lsjson", "--files-only", "--no-modtime", "--no-mimetype",
                destination.place(folder),
            ],
            accepting: RcloneProgram.notThere
        )
        guard answer.status == 0 else { return [:] }
        let items = try decode([Item].self, answer.output)
        bytes[folder] = items.reduce(0) { $0.addingClamped(max(0, $1.size)) }
        return Dictionary(items.map { ($0.name, $0.size) }) { first, _ in first }
    }

    func read(_ name: String, in folder: String) throws(SendError) -> [UInt8] {
        try rclone.run(
            ["cat", "--count", "\(Self.readLimit)", destination.place("\(folder)/\(name)")]
        ).output
    }

    /// The option that names files, and the file that has them.
    func fileOf(_ names: [String]) throws(SendError) -> [String] {
        if let bad = names.first(where: { $0.contains(where: \.isNewline) }) {
            throw SendError(
                .session,
                "a file has a line break in its name",
                where: bad.harmlessName,
                remedy: "give it another name"
            )
        }
        do throws(SystemError) {
            let file = try folder.createAnew(Self.names)
            try file.writeAll(Array(names.map { $0 + "\n" }.joined().utf8), at: 0)
            return ["--files-from-raw", file.path]
        } catch {
            throw SendError(error, "name the files to rclone", where: folder.path)
        }
    }

    func decode<Value: Decodable>(
        _ type: Value.Type,
        _ bytes: [UInt8]
    ) throws(SendError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw SendError(
                .passing,
                "rclone's answer cannot be read: \(error)",
                where: destination.shown,
                remedy: "see that rclone is whole: `rclone version`"
            )
        }
    }
}

extension String {
    fileprivate var harmlessName: String {
        replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    }
}
