// What goes wrong between a process and the child that reads another machine's devices. Whoever is at the
// other end has then done what no iiod does, or nothing at all.

public import SystemCalls

/// Why another machine's devices cannot be read any more.
public struct RemoteFailure: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// Its name could not be made an address in time.
        case unresolved(seconds: Double)
        /// It took too long to say what it has.
        case slow(seconds: Double)
        /// What it sent made the library fail, by this signal.
        case crashed(signal: Int32)
        /// The process for it has ended, with this status.
        case ended(status: Int32)
        /// What it sent took more memory than there is for it.
        case tooMuch
        /// The process for it has said what cannot be: this.
        case nonsense(String)
        /// The process for it has not begun in this time.
        case notBegun(seconds: Double)
        /// The process for it could not be started.
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
        "\(uri): \(what)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// What went wrong, in words.
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
            "the process that reads from it told nonsense: \(what)"
        case .notBegun(let seconds):
            "the process that reads from it had not begun after \(AvailableRates.text(of: seconds)) s"
        case .notStarted(let error):
            error.remedy == nil
                ? "the process that reads from it was not started: \(error)" : "\(error)"
        }
    }

    /// What to do about it, where that is known.
    public var remedy: String? {
        switch kind {
        case .unresolved: "check the name, or give the address as numbers: ip:192.168.7.2"
        case .slow: "check the network and the load of that machine, and record anew"
        case .notBegun:
            "see that this machine has less to do, and that `SandboxedChild.program` is a program "
                + "that calls `SandboxedChild.runIfAsked`"
        case .crashed, .tooMuch, .nonsense:
            "see that it is an iiod that you trust, and of libiio 0.x; this program is unharmed"
        case .ended: "record anew"
        case .notStarted: nil
        }
    }
}
