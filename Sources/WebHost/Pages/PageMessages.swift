// What pages send, and what they are told beside the updates of the run.

internal import FoundationEssentials
internal import ViewTree

/// How what pages are told is written.
enum PageCoding {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }
}

/// What a page has done since it last said so.
struct PageDeeds: Decodable {
    var page: PageID
    /// When it was sent, by the page's clock, in milliseconds.
    var sent: Double
    /// The cues that it can do now.
    var does: [String]
    var events: [Deed]

    /// The cues that it can do now; who speaks can be told to stop.
    var cues: Set<ViewCue.Kind> {
        let cues = Set(does.compactMap(ViewCue.Kind.init))
        return cues.contains(.speak) ? cues.union([.hush]) : cues
    }

    /// One thing that was done.
    struct Deed: Decodable {
        /// Which of the page's it is, from 1 on.
        var n: Int
        /// When it was done, by the page's clock, in milliseconds.
        var at: Double
        /// The run that the page showed then.
        var run: String?
        var event: ViewEvent?

        private enum CodingKeys: String, CodingKey {
            case n, at, run, event
        }

        /// Reads one; what it is does not hold up those behind it, if it is nothing that anybody can do.
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            n = try container.decode(Int.self, forKey: .n)
            at = try container.decode(Double.self, forKey: .at)
            run = try? container.decode(String.self, forKey: .run)
            event = try? container.decode(ViewEvent.self, forKey: .event)
        }
    }

    /// More at once no page sends.
    static let most = 4096
}

/// A page that wants something for itself.
struct PageWish: Decodable {
    var page: PageID
}

/// A code that somebody has typed.
struct GivenCode: Decodable {
    var code: String
}

/// What a page is told of itself and of the run.
struct PageState: Encodable, Hashable {
    /// What there is to see.
    enum Shown: String, Encodable {
        case nothing, run, over
    }

    var role: WebRole
    var drives: Bool
    var isDriven: Bool
    var taken: Int
    var shows: Shown
    /// What the run that is shown is told apart by from others.
    var run: String?
    var language: String
    var direction: String
    var reason: String?
}

/// How far a page's deeds have been taken.
struct PageAnswer: Encodable {
    var taken: Int
    /// Those of them that were not done, since their run was over.
    var refused: [Int]?
    var error: String?
}
