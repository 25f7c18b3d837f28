// Why a receiver cannot be used; each case has its own message and remedy.

public import SystemCalls

/// Why a gpsd delivers nothing.
public struct LocationError: Error, Sendable, Hashable {
    /// The causes.
    public enum Kind: Sendable, Hashable {
        /// The text is not an address.
        case noAddress
        /// Nobody listens there.
        case refused
        /// The machine's name is unknown.
        case unknownHost
        /// The machine does not answer.
        case unreachable(Errno)
        /// This user may not connect.
        case notPermitted
        /// The address has this machine's name, but belongs to another machine.
        case misnamed
        /// The data made the library crash with this signal, in the child process that reads it.
        case crashed(signal: Int32)
        /// The child process sent an invalid message.
        case nonsense
        /// The child process has ended.
        case deserted
        /// The child process could not be started.
        case notStarted(SystemError)
        /// The other end is not a gpsd.
        case noGPSD
        /// The gpsd has gone.
        case gone
        /// The other end accepts the connection, but sends nothing.
        case silent
        /// The recorder was stopped first.
        case givenUp
        /// Any other system call failed.
        case failed(call: String, Errno)
    }

    /// The cause.
    public let kind: Kind
    /// The address in question.
    public let place: String

    /// An error of a receiver, with its cause.
    public init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }

    /// The kernel's error number, for a child's message; `nil` if the other end has closed the connection.
    var errno: Errno? {
        switch kind {
        case .unreachable(let errno), .failed(_, let errno): errno
        case .unknownHost: .notFound
        case .notPermitted: .access
        case .gone, .noGPSD: nil
        default: .connectionRefused
        }
    }

    /// The error of a failed connection.
    static func connecting(_ errno: Errno, at place: String) -> LocationError {
        switch errno {
        case .connectionRefused: LocationError(.refused, at: place)
        case .notFound: LocationError(.unknownHost, at: place)
        case .interrupted: LocationError(.givenUp, at: place)
        case .access, .permission: LocationError(.notPermitted, at: place)
        case .timedOut, .hostUnreachable, .networkUnreachable:
            LocationError(.unreachable(errno), at: place)
        default: LocationError(.failed(call: "connect", errno), at: place)
        }
    }
}

extension LocationError: CustomStringConvertible {
    public var description: String {
        "\(place): \(what)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// What went wrong, in words.
    public var what: String {
        switch kind {
        case .noAddress: "this is no address of a gpsd"
        case .refused: "no gpsd answers there"
        case .unknownHost: "the name of this machine is not known"
        case .unreachable(let errno): "the machine does not answer: \(errno)"
        case .notPermitted: "permission denied"
        case .misnamed: "this is the name of this machine, and the address of another one"
        case .crashed(let signal):
            "what it sent made libgps fail (signal \(signal)) in the process that reads from it"
        case .nonsense: "the process that reads from it has sent what it never sends"
        case .deserted: "the process that reads from it has ended"
        case .notStarted(let error): "the process that reads from it was not started: \(error)"
        case .noGPSD: "what answers there is no gpsd"
        case .gone: "gpsd has gone"
        case .silent: "the other end sends nothing, and a gpsd would identify itself"
        case .givenUp: "the recording was stopped before gpsd had answered"
        case .failed(let call, let errno): "\(call) failed: \(errno)"
        }
    }

    /// What the user can do, if known.
    public var remedy: String? {
        switch kind {
        case .noAddress: "write HOST, HOST:PORT or [ADDRESS]:PORT, as in localhost:2947"
        case .refused:
            "install it (`sudo apt install gpsd`), plug the receiver in, and start it with "
                + "`sudo systemctl start gpsd.socket`"
        case .unknownHost: "check the name, or give the address as numbers"
        case .unreachable: "check that the machine is on and in the same network"
        case .notPermitted:
            "ask the person who manages this machine's firewall to let you connect to gpsd"
        case .misnamed: "give that machine's address as numbers"
        case .crashed, .nonsense: "see that it is a gpsd that you trust; this program is unharmed"
        case .deserted, .notStarted: nil
        case .noGPSD, .silent:
            "give the port at which gpsd answers, usually 2947"
        case .gone: "start it on its machine: `sudo systemctl start gpsd`"
        case .givenUp: nil
        case .failed(_, let errno):
            [.tooManyOpenFiles, .missingLibrary].contains(errno) ? errno.remedy : nil
        }
    }
}
