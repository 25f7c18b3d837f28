// What a process and the child that reads another machine's devices tell each other. The child may be in
// anybody's hands, so that what it says is read as a stranger's words are: it is decoded or refused.

internal import FoundationEssentials
internal import MotionRecorder
internal import SampleStream
internal import Timebase

/// What a child is told to do.
enum RemoteOrder: Codable, Sendable, Equatable {
    /// To list a context's devices.
    case list(uri: String)
    case record(RemoteRequest)
    /// To deliver what was taken until an instant, and to end.
    case drain(untilNanoseconds: Int64)
}

/// What a child has to say.
enum RemoteReport: Codable, Sendable, Equatable {
    case listed(IIODeviceList)
    case opened(RemoteDescription)
    /// It has learned how a device's clock runs.
    case clock(RemoteClock)
    /// All that it was to deliver is in the ring.
    case ended
    case failed(RemoteFault)
}

/// A request to record, as it goes to a child.
struct RemoteRequest: Codable, Sendable, Equatable {
    var uri: String
    var device: String?
    var types: [MotionSensorType]
    var rateInHertz: Double
    var placement: String?
    var mountMatrix: [[Double]]

    init(_ request: IIORequest) {
        uri = request.uri
        device = request.device
        types = request.motion.wantedTypes
        rateInHertz = request.motion.rateInHertz
        placement = request.motion.placement
        mountMatrix = request.motion.mountMatrix.rows
    }

    /// The request, for a context at an address.
    func request(uri: String) -> IIORequest {
        let motion = MotionRequest(
            types: types,
            rateInHertz: rateInHertz,
            device: device,
            placement: placement,
            mountMatrix: MountMatrix(mountMatrix) ?? .identity
        )
        var request = IIORequest(motion, uri: uri)
        request.uri = uri
        request.device = device
        return request
    }
}

/// A source's description, as it comes from a child.
struct RemoteDescription: Codable, Sendable, Equatable {
    var name: String
    var clock: String
    var placement: String?
    var nominalRatesInHertz: [Int: Double]
    var asked: [String: String]
    var set: [String: String]
    var details: [String: String]

    init(_ description: SourceDescription) {
        name = description.name
        clock = description.clock
        placement = description.placement
        nominalRatesInHertz = description.nominalRatesInHertz
        asked = description.asked
        set = description.set
        details = description.details
    }

    /// The description, with rates of channels that were asked for only.
    func description(ofChannels channels: Set<Int>) -> SourceDescription {
        var description = SourceDescription(name: name, kind: "iio", clock: clock)
        description.placement = placement
        description.nominalRatesInHertz = nominalRatesInHertz.filter { channel, rate in
            channels.contains(channel) && rate.isFinite && rate > 0
        }
        description.asked = asked
        description.set = set
        description.details = details
        return description
    }
}

/// A pair of a device's clock and boot time, as it comes from a child.
struct RemoteClock: Codable, Sendable, Equatable {
    private var device: String
    private var pair: ClockPair

    init(_ note: ClockNote) {
        device = note.device
        pair = note.pair
    }

    /// The pair, if it can be one.
    var note: ClockNote? {
        let instant = pair.boottimeNanoseconds
        guard device.utf8.count <= 256, instant >= 0, instant < RemoteSample.century,
            pair.errorNanoseconds >= 0
        else { return nil }
        return ClockNote(device: device, pair: pair)
    }
}

/// Messages as bytes.
enum RemoteCoding {
    private static let infinity = (positive: "inf", negative: "-inf", nan: "nan")

    static func bytes(of message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: infinity.positive,
            negativeInfinity: infinity.negative,
            nan: infinity.nan
        )
        return [UInt8](try encoder.encode(message))
    }

    /// A message; `nil` for bytes that are none.
    static func message<Message: Decodable>(
        _ type: Message.Type = Message.self,
        in bytes: [UInt8]
    ) -> Message? {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: infinity.positive,
            negativeInfinity: infinity.negative,
            nan: infinity.nan
        )
        return try? decoder.decode(type, from: Data(bytes))
    }
}
