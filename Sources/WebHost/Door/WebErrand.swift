// What a browser wants done, as far as the head of its question says it.

internal import WebServer

/// What is to be done with a body.
enum WebErrand: Sendable, Hashable {
    case pair
    case events(WebRole)
    case lead(WebRole)
    case picture(PictureErrand, WebRole)
    /// An operator begins a task.
    case begin
    /// An operator ends the task that runs.
    case end
}

/// A picture that a page has taken.
struct PictureErrand: Sendable, Hashable {
    var page: PageID
    /// Which of the page's events it is.
    var number: Int
    /// The run that the page showed then.
    var run: String?
    /// The element that it was taken with.
    var element: String
    var type: String
}

/// Which page something is of: it is the same when the browser loads it anew.
struct PageID: Sendable, Hashable, Codable {
    let text: String

    init?(_ text: String) {
        guard text.utf8.count == 22, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let page = PageID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "a page is named by 22 letters, digits, - and _"
            )
        }
        self = page
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
