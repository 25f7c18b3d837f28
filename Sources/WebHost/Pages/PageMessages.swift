// The messages that pages send, and those sent to pages in addition to the run's updates.

internal import FoundationEssentials
internal import ViewTree

/// The encoding of messages to pages.
enum PageCoding {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }
}

/// A page's events since its last message.
struct PageDeeds: Decodable {
    var page: PageID
    /// When it was sent, by the page's clock, in milliseconds.
    var sent: Double
    /// The cues that the page can perform now.
    var does: [String]
    var events: [Deed]

    /// The cues that the page can perform now; a page that can speak can also stop speaking.
    var cues: Set<ViewCue.Kind> {
        let cues = Set(does.compactMap(ViewCue.Kind.init))
        return cues.contains(.speak) ? cues.union([.silence]) : cues
    }

    /// One event.
    struct Deed: Decodable {
        /// Its number among the page's events, from 1 on.
        var n: Int
        /// When it happened, by the page's clock, in milliseconds.
        var at: Double
        /// The run that the page showed at that time.
        var run: String?
        var event: ViewEvent?

        private enum CodingKeys: String, CodingKey {
            case n, at, run, event
        }

        /// Reads an event.
        ///
        /// An unknown event becomes `nil`, so that it does not block those after it.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            n = try container.decode(Int.self, forKey: .n)
            at = try container.decode(Double.self, forKey: .at)
            run = try? container.decode(String.self, forKey: .run)
            event = try? container.decode(ViewEvent.self, forKey: .event)
        }
    }

    /// The greatest number of events in a message.
    static let most = 4096
}

/// A page's request to lead.
struct PageRequest: Decodable {
    var page: PageID
}

/// A code that a user typed.
struct GivenCode: Decodable {
    var code: String
}

/// The state of a page and of the run.
struct PageState: Encodable, Hashable {
    /// What the page shows.
    enum Shown: String, Encodable {
        case nothing, run, over
    }

    var role: WebRole
    var drives: Bool
    var isDriven: Bool
    var taken: Int
    var shows: Shown
    /// Distinguishes the run from others.
    var run: String?
    var language: String
    var direction: String
    var reason: String?
}

/// The answer to a page's events, with the number of the last accepted one.
struct PageAnswer: Encodable {
    var taken: Int
    /// The accepted events that had no effect, since their run was over or they were too old.
    var refused: [Int]?
    var error: String?
}
