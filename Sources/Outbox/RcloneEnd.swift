// A destination reached by rclone. File names are passed to rclone in a file, unaltered, so that rclone mistakes no
// name for an option or a pattern.

internal import FoundationEssentials
internal import PlainWords
internal import SystemCalls

/// A destination reached by rclone.
final class RcloneEnd: FarEnd {
    let rclone: RcloneProgram
    let destination: Destination
    /// The folder for the files of names.
    let folder: OpenFolder
    private var features: Features?
    /// How many bytes a folder there has or will have, if known: calls on it get more time accordingly.
    var bytes: [String: Int64] = [:]
    private static let names = "names"
    /// The limit for reading a file: no manifest is larger, and nothing else is read.
    private static let readLimit = 64 << 20

    /// Bytes sent, including repeated uploads.
    var sentBytes: Int64 { rclone.sentBytes }
    /// Bytes read back to compare them.
    var readBytes: Int64 { rclone.readBytes }

    /// The destination of an outbox.
    ///
    /// - Parameters:
    ///   - outbox: The outbox.
    ///   - settings: How to call rclone.
    ///   - goesOn: Called about ten times a second; rclone is killed at once if it returns false.
    ///   - onBytes: Receives the number of bytes sent so far.
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

    /// Checks that rclone is installed, and asks what the destination can do.
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

    /// Writes names to a file and returns the rclone option for it.
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
