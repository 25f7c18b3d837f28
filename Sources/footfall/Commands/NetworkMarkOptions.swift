// The options for marks over the network and for the key that signs them, used by commands that record and by
// `footfall mark`.

internal import Arguments
internal import PlainWords
internal import SessionRuns
internal import SystemCalls
internal import TaskSession

/// Whether a recording accepts marks from the network.
struct NetworkMarkOptions: Sendable, Equatable {
    var isWanted = false
    /// The file with the key.
    var secret: String?

    static let flag = Flag(
        "network-marks",
        "accept marks that `footfall mark --network` sends, at UDP port 17117; without --mark-secret, anyone who can reach the port can make marks"
    )
    static let secretOption = Option(
        "mark-secret",
        taking: "FILE",
        as: .text,
        "the file of the key that signs marks over the network: 16 bytes or more, the same on all machines"
    )
    static let options = [flag.declaration, secretOption.declaration]

    init() {}

    init(_ arguments: ParsedArguments) throws(UsageError) {
        isWanted = arguments.contains(Self.flag)
        secret = try arguments.value(of: Self.secretOption)
        guard isWanted else {
            try arguments.refuse(
                [Self.secretOption.declaration],
                "it is for marks from the network",
                "add --network-marks"
            )
            return
        }
    }

    /// Returns the settings for a session; `nil` if the session accepts no marks from the network.
    func settled() throws -> NetworkMarks? {
        isWanted ? NetworkMarks(key: try secret.map(Self.key)) : nil
    }

    /// Reads the key from a file.
    static func key(in path: String) throws -> [UInt8] {
        let fault: String
        do throws(NetworkMarks.KeyFault) {
            return try NetworkMarks.key(in: path)
        } catch {
            switch error {
            case .secret(.unreadable(let error)): throw error
            case .secret(let secret): fault = "\(secret)".printable
            case .short:
                fault =
                    "it has less than \(NetworkMarks.shortestKey) bytes, and could be guessed; "
                    + "make one by `head -c 32 /dev/urandom | base64`"
            }
        }
        throw RunFailure("\(path.printable): \(fault)")
    }
}
