// Which Swift type reads which `type` of UI action; any other keeps its keys unread.

/// The types of UI actions that can be decoded.
struct UIActionTable: Sendable {
    private var types: [RSDUIActionObjectType: any (RSDUIAction & Decodable).Type] = [
        .defaultNavigation: RSDUIActionObject.self,
        .navigation: RSDNavigationUIActionObject.self,
        .reminder: RSDReminderUIActionObject.self,
        .webView: RSDWebViewUIActionObject.self,
        .videoView: RSDVideoViewUIActionObject.self,
    ]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDUIActionObjectType) -> (any (RSDUIAction & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
