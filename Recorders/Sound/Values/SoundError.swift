// The error of a sound card. The same error number of alsa-lib means different things for different cards. Here
// each meaning has its own case, with its own text and remedy.

/// Why a card delivers no sound, or none any more.
public struct SoundError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// There is no card of that name; with alsa-lib's message.
        case noCard(String)
        /// The machine has no card that records.
        case noCardAtAll
        /// Another program uses the card; the program, if known.
        case busy(holder: String?)
        /// This user may not open the card; the group that may, if there is one.
        case forbidden(group: String?)
        /// The card does not support the rate; the rates that it supports, as text.
        case noRate(Int, offered: String)
        /// The card has no encoding that can be recorded.
        case noEncoding
        /// The card was there and is gone.
        case gone
        /// The card delivered nothing for this long.
        case silent(seconds: Int)
        /// Any other failed call; with alsa-lib's message.
        case failed(call: String, String)
        /// The system has no descriptor left by which to wake the card's thread.
        case noDescriptor(String)
    }

    /// What went wrong.
    public let kind: Kind
    /// The card concerned, by alsa-lib's name.
    public let card: String

    /// Creates the error for a card.
    public init(_ kind: Kind, of card: String) {
        self.kind = kind
        self.card = card
    }
}

extension SoundError: CustomStringConvertible {
    public var description: String {
        "microphone \(card): \(what); \(remedy)"
    }

    /// What went wrong, as text for the user.
    public var what: String {
        switch kind {
        case .noCard(let words): "there is no such card (\(words))"
        case .noCardAtAll: "this machine has no sound card that records"
        case .busy(let holder):
            "another program records with it" + (holder.map { ": \($0)" } ?? "")
        case .forbidden: "this user has no right to it"
        case .noRate(let rate, let offered):
            "it cannot record \(rate) samples a second, but \(offered)"
        case .noEncoding: "it has no samples of 16, 24 or 32 bits"
        case .gone: "the card is gone"
        case .silent(let seconds): "it gave nothing for \(seconds) seconds"
        case .failed(let call, let words): "\(call) failed: \(words)"
        case .noDescriptor(let words): "no descriptor is left to wake its thread: \(words)"
        }
    }

    /// What to do about it.
    public var remedy: String {
        switch kind {
        case .noCard: "name one that `footfall devices` lists, as in hw:0,0"
        case .noCardAtAll:
            "connect a microphone or a card that has one, and look with `footfall devices`"
        case .busy: "end that program, or name another card"
        case .forbidden(let group):
            group.map { "join its group with `sudo usermod -aG \($0) $USER`, then log in again" }
                ?? "have an administrator give a group the right to /dev/snd"
        case .noRate: "name it through alsa-lib's converter, as in plughw:0,0"
        case .noEncoding: "name it through alsa-lib's converter, as in plughw:0,0"
        case .gone: "check its cable, then record again; what came before is kept"
        case .silent: "check that nothing holds the card, and record again"
        case .failed: "see whether the card is still connected"
        case .noDescriptor: "close other programs or raise `ulimit -n`"
        }
    }
}
