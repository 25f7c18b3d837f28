// The messages between a process and the child that reads another machine's devices. An attacker may control
// the child, so the parent treats its messages as untrusted input: it decodes them completely or refuses them.

internal import Calibration
internal import FoundationEssentials
internal import MotionRecorder
internal import SampleStream
internal import Timebase

/// An order to a child.
enum RemoteOrder: Codable, Sendable, Equatable {
    /// Report the addresses of a name.
    case resolve(name: String, uri: String)
    /// List the devices of a context, whose machine has these addresses.
    case list(uri: String, addresses: [String])
    case record(RemoteRequest, addresses: [String])
    /// Deliver what was sampled until an instant, then end.
    case drain(untilNanoseconds: Int64)
}

/// A report from a child.
enum RemoteReport: Codable, Sendable, Equatable {
    case resolved([String])
    case listed(IIODeviceList)
    case opened(RemoteDescription)
    /// The child has learned how a device's clock runs.
    case clock(RemoteClock)
    /// All samples that the child was to deliver are in the ring.
    case ended
    case failed(RemoteFault)
}

/// A request to record, as sent to a child.
struct RemoteRequest: Codable, Sendable, Equatable {
    var uri: String
    var device: String?
    var types: [MotionSensorType]
    var rateInHertz: Double
    var placement: String?
    var mountMatrix: [[Double]]
    /// The calibrations of those devices that the other machine may have.
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

    /// The request, for a context at the given address.
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

/// A source's description, as sent by a child.
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

    /// Builds the source's description from the request, using from the child only what the child alone can know.
    ///
    /// - Parameter request: The request. The placement, the address, the kind of source, its clock, and that it
    ///   has no node on this machine never come from the child.
    /// - Returns: The description, with its texts made safe to show.
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
        // A child must not pass off another machine's device as one of this machine.
        for (name, value) in description.details
        where name.hasPrefix("key ") && !DeviceKey.mayBe(value, of: request.uri) {
            description.details[name] = nil
        }
        description.details["uri"] = request.uri
        return description
    }

    /// Rates beyond these are dropped: no inertial sensor is faster.
    private static let possibleRates = 0.000_001...100_000

    /// The devices that the child reports to read.
    var devices: Set<String> {
        let prefix = "device "
        return Set(
            RemoteText.clean(details).keys.filter { $0.hasPrefix(prefix) }.prefix(16)
                .map { String($0.dropFirst(prefix.count)) }
        )
    }
}

/// A pair of readings of a device's clock and boot time, as sent by a child.
struct RemoteClock: Codable, Sendable, Equatable {
    private var device: String
    private var pair: ClockPair

    init(_ note: ClockNote) {
        device = note.device
        pair = note.pair
    }

    /// The pair as the child sent it, not checked yet.
    var note: ClockNote { ClockNote(device: device, pair: pair) }
}

extension IIODeviceList {
    /// The list, safe to show: with the requested context's address and cleaned texts.
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
        // A child cannot know anything about this machine's device tree, nor about the calibrations stored here.
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
        // A child cannot know anything about a device node of this machine.
        entry.readers = nil
        entry.obstacles = RemoteText.clean(obstacles)
        entry.types = Array(types.prefix(MotionSensorType.allCases.count))
        return entry
    }
}

/// Encodes and decodes messages.
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

    /// Decodes a message; returns `nil` if the bytes are not a valid one.
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
