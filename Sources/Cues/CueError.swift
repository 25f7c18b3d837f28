// The error type of this module. A task goes on without its cues, so the text is for a user who wonders why no cue was
// heard: what, where, and how to fix it.

public import SystemCalls

/// Why a cue was not performed.
public struct CueError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The service cannot be reached; the text is its library's.
        case unreachable(String)
        /// It did not answer in time.
        case noAnswer(within: Duration)
        /// The connection was lost.
        case lost
        /// This program has used up its connections to the speech server.
        case tooManyConnections
        /// The program does not exist, or cannot be run.
        case notRunnable(Errno)
        /// The program failed; the text is its own.
        case programFailed(String)
        /// The text is not a valid name of a language.
        case badLanguage(String)
        /// The sound device cannot be opened; the text is alsa-lib's.
        case noSoundDevice(String)
        /// Another program uses the sound device.
        case soundDeviceBusy
        /// The user may not use the sound device.
        case soundDeviceForbidden
        /// The sound device failed while it was used.
        case soundFailed(call: String, String)
        /// The system refused to keep the machine awake.
        case refused(String)
        /// The system refused to wait before the machine sleeps.
        case doesNotWait(String)
        /// The system has no thread left.
        case noThread(Errno)
        /// The system has no descriptor left.
        case noDescriptor(Errno)
    }

    public var kind: Kind
    /// The service: "speech-dispatcher", "espeak-ng", "sound device default", "systemd-logind"; or the part of this
    /// program, such as "speech" and "tones".
    public var place: String

    public init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }
}

extension CueError: CustomStringConvertible {
    public var description: String {
        "\(place): \(what)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// What went wrong, in words.
    public var what: String {
        switch kind {
        case .unreachable(let reason): "cannot be reached: \(reason)"
        case .noAnswer(let limit): "does not answer within \(limit)"
        case .lost: "is gone"
        case .tooManyConnections: "this program has all the connections to it that it can have"
        case .notRunnable(let errno): "cannot be run: \(errno)"
        case .programFailed(let words): "failed: \(words)"
        case .badLanguage(let name): "\(name.debugDescription) is no name of a language"
        case .noSoundDevice(let reason): "cannot be opened: \(reason)"
        case .soundDeviceBusy: "cannot be opened: another program uses it"
        case .soundDeviceForbidden: "cannot be opened: this user has no right to it"
        case .soundFailed(let call, let reason): "\(call) failed: \(reason)"
        case .refused(let reason): "does not keep the machine awake: \(reason)"
        case .doesNotWait(let reason): "does not have the machine wait before it sleeps: \(reason)"
        case .noThread(let errno): "there is no thread for it: \(errno)"
        case .noDescriptor(let errno): "there is nothing to wake it by: \(errno)"
        }
    }

    /// The remedy, if one is known.
    public var remedy: String? {
        switch kind {
        case .unreachable: "install it, or start it"
        case .noAnswer, .lost: "start it again"
        case .tooManyConnections: "keep one voice, and use that"
        case .notRunnable(.notFound): "install the package \(place)"
        case .notRunnable: "try it in a terminal"
        case .programFailed: "try it in a terminal"
        case .badLanguage: "give it as in 'en' or 'de-AT'"
        case .noSoundDevice: "connect a sound card, or name another device (`aplay -L` lists them)"
        case .soundDeviceBusy: "end the program that plays, or name another device"
        case .soundDeviceForbidden: "add the user to the group audio (`usermod -aG audio NAME`)"
        case .soundFailed: "see whether the sound card is still connected"
        case .refused:
            "run systemd-logind, and log in at the machine itself; or turn its sleep off in its settings"
        case .doesNotWait:
            """
            run systemd-logind, and let this user delay sleep (polkit's action \
            org.freedesktop.login1.inhibit-delay-sleep)
            """
        case .noThread: "close other programs"
        case .noDescriptor(let errno): errno.remedy ?? "close other programs"
        }
    }
}
