// The error of this module. The same errno of the kernel means different things in different calls. Here each
// meaning has its own case, with its own text and remedy.

public import SystemCalls

/// Why a device's input could not be recorded.
public struct EvdevError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The device was present and has disappeared; `waited` is how long its return was waited for.
        case deviceGone(waited: Duration)
        /// The device is there, but the right to read it was revoked.
        case revoked
        /// Another program has grabbed the device; `holder` names it, if it is known.
        case grabbed(holder: String?)
        /// Another recorder of this program has grabbed the device.
        case grabbedHere
        /// The user may not open the device's node.
        case notPermitted(obstacle: String)
        /// No device fits `wanted`; `present` lists the devices there are.
        case noSuchDevice(wanted: String, present: [String])
        /// The device lacks something that was requested.
        case lacks(wanted: String)
        /// The kernel has no key of that name; `meant` is the most similar name, if one is similar.
        case unknownKey(String, meant: String?)
        /// Any other failed call.
        case failed(call: String, Errno)
    }

    public var kind: Kind
    /// The device concerned, or "input".
    public var place: String

    public init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }
}

extension EvdevError: CustomStringConvertible {
    public var description: String {
        "\(place): \(what)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// What went wrong, as text for the user.
    public var what: String {
        switch kind {
        case .deviceGone(let waited):
            waited > .zero
                ? "the device is gone, and did not come back within \(waited.formattedSeconds)"
                : "the device is gone"
        case .revoked:
            "the right to read the device was taken away"
        case .grabbed(let holder):
            "somebody has grabbed the device: none of its events would come here"
                + (holder.map { "; it is open in \($0)" } ?? "")
        case .grabbedHere:
            "another recorder of this run has grabbed the device: none of its events would come here"
        case .notPermitted(let obstacle):
            "permission denied for \(obstacle)"
        case .noSuchDevice(let wanted, let present):
            "no input device for \(wanted)"
                + (present.isEmpty
                    ? "; there is none at all" : "; there are " + present.joined(separator: "; "))
        case .lacks(let wanted):
            "the device has no \(wanted)"
        case .unknownKey(let name, _):
            "the kernel has no key '\(name)'"
        case .failed(let call, let errno):
            "\(call) failed: \(errno)"
        }
    }

    /// What to do about it, if known.
    public var remedy: String? {
        switch kind {
        case .deviceGone:
            "plug it in again and record again; --reconnect, or 'reconnect' in a task, says how long "
                + "it is waited for"
        case .revoked:
            "record from the session that is on the screen, or as a member of the group input"
        case .grabbed: "stop that program"
        case .grabbedHere: "leave out that recorder's 'grab'"
        case .notPermitted: "allow it with `sudo footfall setup --install`, then log in again"
        case .noSuchDevice(_, let present) where present.isEmpty:
            "plug it in, or load its driver"
        case .noSuchDevice: "see `footfall devices`"
        case .lacks: "see `footfall devices` for what it gives"
        case .unknownKey(_, let meant):
            meant.map { "did you mean \($0)?" }
                ?? "give it as the kernel names it, as in KEY_A, KEY_F13 or BTN_LEFT"
        case .failed(_, let errno): errno.remedy
        }
    }
}

extension Duration {
    /// The duration in seconds, with as few digits as possible.
    fileprivate var formattedSeconds: String {
        let milliseconds =
            components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
        return milliseconds % 1000 == 0
            ? "\(milliseconds / 1000) s" : "\(Double(milliseconds) / 1000) s"
    }
}
