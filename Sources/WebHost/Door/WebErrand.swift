// What a request with a body is for, as far as its headers show; the body arrives later.

internal import WebServer

/// What to do with a request's body.
enum WebErrand: Sendable, Hashable {
    case pair
    case events(WebRole)
    case lead(WebRole)
    case picture(PictureErrand, WebRole)
    /// An operator begins a task.
    case begin
    /// An operator ends the current task.
    case end
}

/// A picture taken on a page.
struct PictureErrand: Sendable, Hashable {
    var page: PageID
    /// The number of the event among the page's events.
    var number: Int
    /// The run that the page showed when the picture was taken.
    var run: String?
    /// The element of the screen that asked for it.
    var element: String
    var type: String
}

/// Names a page; it stays the same when the browser reloads the page.
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
