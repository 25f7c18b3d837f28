// What a process and the child that reads another machine's devices tell each other. The child may be in
// anybody's hands, so that what it says is read as a stranger's words are: it is decoded or refused.

internal import Calibration
internal import FoundationEssentials
internal import MotionRecorder
internal import SampleStream
internal import Timebase

/// What a child is told to do.
enum RemoteOrder: Codable, Sendable, Equatable {
    /// To say which addresses a name has.
    case resolve(name: String, uri: String)
    /// To list the devices of a context, whose machine has these addresses.
    case list(uri: String, addresses: [String])
    case record(RemoteRequest, addresses: [String])
    /// To deliver what was taken until an instant, and to end.
    case drain(untilNanoseconds: Int64)
}

/// What a child has to say.
enum RemoteReport: Codable, Sendable, Equatable {
    case resolved([String])
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
    /// Of the devices that its machine may have.
    var calibrations: KnownCalibrations?
    var tellsTemperature: Bool

    init(_ request: IIORequest) {
        uri = request.uri
        device = request.device
        types = request.motion.wantedTypes
        rateInHertz = request.motion.rateInHertz
        placement = request.motion.placement
        mountMatrix = request.motion.mountMatrix.rows
        calibrations = request.calibrations?.filter { DeviceKey.mayBe($0.key, of: request.uri) }
        tellsTemperature = request.tellsTemperature
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
        request.machine = self.uri
        request.calibrations = calibrations
        request.tellsTemperature = tellsTemperature
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

    /// The description of what was asked for, of which the child says what only it can know.
    ///
    /// - Parameter request: What was asked for: what is known by it, and of which kind the source is, which clock
    ///   it has and which node of this machine (none), no child says.
    /// - Returns: The description, whose texts are harmless.
    func description(of request: IIORequest) -> SourceDescription {
        let channels = Set(request.motion.types.map(\.channel))
        var description = SourceDescription(
            name: RemoteText.clean(name),
            kind: "iio",
            clock: "boottime"
        )
        description.placement = request.motion.placement
        description.nominalRatesInHertz = nominalRatesInHertz.filter { channel, rate in
            channels.contains(channel) && Self.possibleRates.contains(rate)
        }
        description.asked = RemoteText.clean(asked)
        description.set = RemoteText.clean(set)
        description.details = RemoteText.clean(details)
        description.details["node"] = nil
        // Nor is a device of another machine one of this machine's.
        for (name, value) in description.details
        where name.hasPrefix("key ") && !DeviceKey.mayBe(value, of: request.uri) {
            description.details[name] = nil
        }
        description.details["uri"] = request.uri
        return description
    }

    /// No inertial sensor is faster.
    private static let possibleRates = 0.000_001...100_000

    /// The devices that it says it reads.
    var devices: Set<String> {
        let prefix = "device "
        return Set(
            RemoteText.clean(details).keys.filter { $0.hasPrefix(prefix) }.prefix(16)
                .map { String($0.dropFirst(prefix.count)) }
        )
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

    /// The pair, which can be a lie.
    var note: ClockNote { ClockNote(device: device, pair: pair) }
}

extension IIODeviceList {
    /// The list as it may be shown: of the context that was asked for, and with harmless texts.
    func cleaned(of uri: String) -> IIODeviceList {
        IIODeviceList(
            uri: uri,
            machine: RemoteText.clean(machine),
            devices: devices.prefix(RemoteText.most).map(\.cleaned),
            others: RemoteText.clean(others)
        )
    }
}

extension IIODeviceList.Entry {
    fileprivate var cleaned: IIODeviceList.Entry {
        var entry = self
        entry.id = RemoteText.clean(id)
        entry.name = name.map(RemoteText.clean)
        entry.label = label.map(RemoteText.clean)
        entry.serial = serial.map(RemoteText.clean)
        // Where something is in this machine's tree of devices no child says.
        entry.place = nil
        entry.calibrated = nil
        entry.ratesInHertz = ratesInHertz.filter {
            MotionSensorType(rawValue: $0.key) != nil && $0.value.isFinite
        }
        entry.rateNote = rateNote.map(RemoteText.clean)
        entry.availableRates = RemoteText.clean(availableRates)
        entry.clock = clock.map(RemoteText.clean)
        entry.trigger = RemoteText.clean(trigger)
        entry.mode = RemoteText.clean(mode)
        entry.mountMatrices = RemoteText.clean(mountMatrices)
        // Of a node of this machine a child has nothing to say.
        entry.readers = nil
        entry.obstacles = RemoteText.clean(obstacles)
        entry.types = Array(types.prefix(MotionSensorType.allCases.count))
        return entry
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
