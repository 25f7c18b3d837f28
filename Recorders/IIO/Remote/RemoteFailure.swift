// What can go wrong between a process and the child that reads another machine's devices. In most cases the
// machine at the other end sent what no proper iiod sends, or nothing at all.

public import SystemCalls

/// Why another machine's devices can no longer be read.
public struct RemoteFailure: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The machine's name could not be resolved in time.
        case unresolved(seconds: Double)
        /// The machine took too long to list its devices.
        case slow(seconds: Double)
        /// What the machine sent crashed libiio in the child, with this signal.
        case crashed(signal: Int32)
        /// The child process has ended with this status.
        case ended(status: Int32)
        /// What the machine sent takes more memory than the child may use.
        case tooMuch
        /// The child reported something impossible, which the text describes.
        case nonsense(String)
        /// The child process had not started within this time.
        case notBegun(seconds: Double)
        /// The child process could not be started.
        case notStarted(SystemError)
    }

    public var kind: Kind
    /// The address of the context.
    public var uri: String

    public init(_ kind: Kind, at uri: String) {
        self.kind = kind
        self.uri = uri
    }
}

extension RemoteFailure: CustomStringConvertible {
    public var description: String {
        "\(ContextAddress.heading(of: uri)) \(what)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// What went wrong, as text for the user.
    public var what: String {
        switch kind {
        case .unresolved(let seconds):
            "the machine's name was not resolved within \(AvailableRates.text(of: seconds)) s"
        case .slow(let seconds):
            "its iiod took more than \(AvailableRates.text(of: seconds)) s to answer"
        case .crashed(let signal):
            "what it sent made libiio fail (signal \(signal)) in the process that reads from it"
        case .ended(let status):
            "the process that reads from it has ended (status \(status))"
        case .tooMuch:
            "what it sent takes more memory than a device's description and samples need"
        case .nonsense(let what):
            "the process that reads from it reported something impossible: \(what)"
        case .notBegun(let seconds):
            "the process that reads from it had not begun after \(AvailableRates.text(of: seconds)) s"
        case .notStarted(let error):
            error.remedy == nil
                ? "the process that reads from it was not started: \(error)" : "\(error)"
        }
    }

    /// What to do about it, if known.
    public var remedy: String? {
        switch kind {
        case .unresolved: "check the name, or give the address as numbers: ip:192.168.7.2"
        case .slow: "check the network and the load of that machine, and record again"
        case .notBegun:
            "see that this machine has less to do, and that `SandboxedChild.program` is a program "
                + "that calls `SandboxedChild.runIfAsked`"
        case .crashed, .tooMuch, .nonsense:
            "see that it is an iiod that you trust, and of libiio 0.x; this program is unharmed"
        case .ended: "record again"
        case .notStarted: nil
        }
    }
}
