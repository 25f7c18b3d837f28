// Why there is no sound from a card. A number of alsa-lib's means different things of different cards; here each has a
// case with its own words and remedy.

/// Why a card gives no sound, or gives none any more.
public struct SoundError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// There is no card of that name; in alsa-lib's words.
        case noCard(String)
        /// The machine has no card that records.
        case noCardAtAll
        /// Another program has it; who, where that can be seen.
        case busy(holder: String?)
        /// This user may not open it; which group may, where one may.
        case forbidden(group: String?)
        /// It cannot have the rate; which it can have.
        case noRate(Int, offered: String)
        /// It has no samples that can be recorded.
        case noEncoding
        /// It was there, and is no longer.
        case gone
        /// It gave nothing for so long.
        case silent(seconds: Int)
        /// Any other call that failed; in alsa-lib's words.
        case failed(call: String, String)
        /// The system has nothing to wake its thread by.
        case noDescriptor(String)
    }

    /// What went wrong.
    public let kind: Kind
    /// The card that it is about, as alsa-lib knows it.
    public let card: String

    /// Says that a card gives no sound, and why.
    public init(_ kind: Kind, of card: String) {
        self.kind = kind
        self.card = card
    }
}

extension SoundError: CustomStringConvertible {
    public var description: String {
        "microphone \(card): \(what); \(remedy)"
    }

    /// What went wrong, in words.
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
        case .noDescriptor(let words): "there is nothing to wake its thread by: \(words)"
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
        case .gone: "check its cable, then record anew; what came before is kept"
        case .silent: "check that nothing holds the card, and record anew"
        case .failed: "see whether the card is still connected"
        case .noDescriptor: "close other programs or raise `ulimit -n`"
        }
    }
}
