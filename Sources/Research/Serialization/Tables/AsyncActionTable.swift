// Which Swift type reads which `type` of async action. Recorders are in modules above this one: their
// hosts register them, with configurations of their own. What no module records is read all the same,
// so that a host's own recorder finds what the field's files say; any other type is read as a standard
// configuration.

/// The types of async actions that can be decoded.
struct AsyncActionTable: Sendable {
    private var types: [RSDAsyncActionType: any (RSDAsyncActionConfiguration & Decodable).Type] = [
        .distance: DistanceRecorderConfiguration.self,
        .microphone: MicrophoneRecorderConfiguration.self,
        .weather: WeatherConfiguration.self,
    ]

    /// The words that are known, for suggestions.
    var knownWords: [String] { types.keys.map(\.rawValue).sorted() }

    subscript(type: RSDAsyncActionType) -> (any (RSDAsyncActionConfiguration & Decodable).Type)? {
        get { types[type] }
        set { types[type] = newValue }
    }
}
