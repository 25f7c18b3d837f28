// An `IIOError` of the child in the form in which it is sent to the parent. The parent turns it into the same
// value again, so a recording fails with the same error whichever process met it.

internal import SystemCalls

/// An error as part of a message.
struct RemoteFault: Codable, Sendable, Equatable {
    private var kind: String
    private var place: String
    private var texts: [String] = []
    private var number: Double?
    private var errno: Int32?

    /// The error that the message describes; `nil` if that is not a valid error.
    ///
    /// - Parameter uri: The address of the requested context. A child may name one of its devices as the
    ///   error's place, but no other place.
    /// - Returns: The error, with its texts made safe to show.
    func error(at uri: String) -> IIOError? {
        guard let meaning else { return nil }
        return IIOError(meaning, at: RemoteText.isDevice(place) ? place : uri)
    }

    init(_ error: any Error) {
        guard let error = error as? IIOError else {
            self.init("failed", at: "iiod", texts: ["the recording (\(error))"], errno: .ioError)
            return
        }
        let place = error.place
        switch error.kind {
        case .deviceGone: self.init("deviceGone", at: place)
        case .stalled(let seconds): self.init("stalled", at: place, number: seconds)
        case .busy(let holder): self.init("busy", at: place, texts: [holder].compactMap(\.self))
        case .notPermitted(let file): self.init("notPermitted", at: place, texts: [file])
        case .noSuchDevice(let wanted, let present):
            self.init("noSuchDevice", at: place, texts: [wanted] + present)
        case .connectionLost(let errno): self.init("connectionLost", at: place, errno: errno)
        case .unreachable(let errno): self.init("unreachable", at: place, errno: errno)
        case .rateRefused(let asked, let available):
            self.init(
                "rateRefused",
                at: place,
                texts: [available].compactMap(\.self),
                number: asked
            )
        case .bufferRefused(let errno): self.init("bufferRefused", at: place, errno: errno)
        case .noTrigger: self.init("noTrigger", at: place)
        case .unsupportedBackend(let name, let supported):
            self.init("unsupportedBackend", at: place, texts: [name] + supported)
        case .badAddress: self.init("badAddress", at: place)
        case .onlyDescription: self.init("onlyDescription", at: place)
        case .noDescription: self.init("noDescription", at: place)
        case .notCalibrated(let sensor): self.init("notCalibrated", at: place, texts: [sensor])
        case .malformed(let what): self.init("malformed", at: place, texts: [what])
        case .failed(let call, let errno):
            self.init("failed", at: place, texts: [call], errno: errno)
        }
    }

    private init(
        _ kind: String,
        at place: String,
        texts: [String] = [],
        number: Double? = nil,
        errno: Errno? = nil
    ) {
        self.kind = kind
        self.place = place
        self.texts = texts
        self.number = number
        self.errno = errno?.rawValue
    }

    private var meaning: IIOError.Kind? {
        // Linux has no errno outside this range: the number came from the other machine.
        if let errno, !(1...4095).contains(errno) { return nil }
        if let number, !(0...1e9).contains(number) { return nil }
        let reason = errno.map(Errno.init(rawValue:))
        let texts = RemoteText.clean(texts)
        let rest = Array(texts.dropFirst())
        return switch (kind, texts.first, number, reason) {
        case ("deviceGone", _, _, _): .deviceGone
        case ("stalled", _, let seconds?, _): .stalled(seconds: seconds)
        case ("busy", let holder, _, _): .busy(holder: holder)
        case ("notPermitted", let file?, _, _): .notPermitted(obstacle: file)
        case ("noSuchDevice", let wanted?, _, _): .noSuchDevice(wanted: wanted, present: rest)
        case ("connectionLost", _, _, let errno): .connectionLost(errno)
        case ("unreachable", _, _, let errno?): .unreachable(errno)
        case ("rateRefused", let available, let asked?, _):
            .rateRefused(asked: asked, available: available)
        case ("bufferRefused", _, _, let errno?): .bufferRefused(errno)
        case ("noTrigger", _, _, _): .noTrigger
        case ("unsupportedBackend", let name?, _, _): .unsupportedBackend(name, supported: rest)
        case ("badAddress", _, _, _): .badAddress
        case ("onlyDescription", _, _, _): .onlyDescription
        case ("noDescription", _, _, _): .noDescription
        case ("notCalibrated", let sensor?, _, _): .notCalibrated(sensor)
        case ("malformed", let what?, _, _): .malformed(what)
        case ("failed", let call?, _, let errno?): .failed(call: call, errno)
        default: nil
        }
    }
}
