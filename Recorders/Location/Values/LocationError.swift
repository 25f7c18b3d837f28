// Why a receiver cannot be had: each case with its own words and remedy.

public import SystemCalls

/// Why a gpsd gives nothing.
public struct LocationError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The text tells no address.
        case noAddress
        /// Nobody listens there.
        case refused
        /// Nobody knows the machine's name.
        case unknownHost
        /// The machine does not answer.
        case unreachable(Errno)
        /// This user may not connect.
        case notPermitted
        /// It has this machine's name, and is another one's.
        case misnamed
        /// What it sent made the library fail, by this signal, in the process that reads from it.
        case crashed(signal: Int32)
        /// The process that reads from it has said what cannot be.
        case nonsense
        /// The process that reads from it has ended.
        case deserted
        /// The process for it could not be started.
        case notStarted(SystemError)
        /// Somebody answers there, and it is no gpsd.
        case noGPSD
        /// The gpsd that was there has gone.
        case gone
        /// Somebody listens there and says nothing.
        case silent
        /// The stop came first.
        case givenUp
        /// Any other call that failed.
        case failed(call: String, Errno)
    }

    /// What went wrong.
    public let kind: Kind
    /// The address that it is about.
    public let place: String

    /// Says that there is no receiver, and why.
    public init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }

    /// The kernel's number for it, as a child tells it; `nil` where whoever was there has hung up.
    var errno: Errno? {
        switch kind {
        case .unreachable(let errno), .failed(_, let errno): errno
        case .unknownHost: .notFound
        case .notPermitted: .access
        case .gone, .noGPSD: nil
        default: .connectionRefused
        }
    }

    /// Says why there is no connection.
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
        case .unknownHost: "nobody knows this machine"
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
        case .silent: "whoever listens there says nothing, and a gpsd does"
        case .givenUp: "the recording was stopped before gpsd had answered"
        case .failed(let call, let errno): "\(call) failed: \(errno)"
        }
    }

    /// What to do about it, where that is known.
    public var remedy: String? {
        switch kind {
        case .noAddress: "write HOST, HOST:PORT or [ADDRESS]:PORT, as in localhost:2947"
        case .refused:
            "install it (`sudo apt install gpsd`), plug the receiver in, and start it with "
                + "`sudo systemctl start gpsd.socket`"
        case .unknownHost: "check the name, or give the address as numbers"
        case .unreachable: "check that the machine is on and in the same network"
        case .notPermitted:
            "have whoever set the rules of this machine's network let you connect to gpsd"
        case .misnamed: "give that machine's address as numbers"
        case .crashed, .nonsense: "see that it is a gpsd that you trust; this program is unharmed"
        case .deserted, .notStarted: nil
        case .noGPSD, .silent:
            "give the port at which gpsd answers, which is 2947 unless it was told otherwise"
        case .gone: "start it on its machine: `sudo systemctl start gpsd`"
        case .givenUp: nil
        case .failed(_, let errno): errno == .tooManyOpenFiles ? errno.remedy : nil
        }
    }
}
