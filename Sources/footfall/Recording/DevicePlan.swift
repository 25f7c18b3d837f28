// How devices are recorded: one recorder for each that is named, or one for whatever gives the types;
// each lives by the machine's own time.

internal import IIOSource
internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// What of which devices is to be recorded.
struct DevicePlan {
    var wish: SensorWish
    var placements: [String]
    var types: [MotionSensorType]?
    var duration: Duration?
    var isCSV: Bool
    var identifier: String?
    var output: String

    /// Plans; whether there are such devices is found when they are opened.
    @MainActor
    func plan() -> RecordingPlan {
        let start = ClockReading.now()
        let count = wish.devices.isEmpty ? max(1, placements.count) : wish.devices.count
        return RecordingPlan(
            identifier: identifier ?? "motion",
            output: output,
            start: start,
            zone: .local(at: start.realtime),
            planned: duration,
            endsAfter: duration,
            recorders: (0..<count).map(recorder)
        )
    }

    @MainActor
    private func recorder(_ index: Int) -> PlannedRecorder {
        let device = wish.devices.isEmpty ? nil : wish.devices[index]
        let placement = placements.isEmpty ? nil : placements[index]
        let configuration = MotionRecorderConfiguration(
            identifier: "\(placement ?? device ?? "imu")_motion",
            recorderTypes: types,
            frequency: wish.rateInHertz,
            usesCSVEncoding: isCSV,
            device: device,
            placement: placement,
            mountMatrix: wish.matrices.count > 1 ? wish.matrices[index] : wish.matrices.first
        )
        let uri = wish.uri
        @Sendable func asked(_ motion: MotionRequest) -> IIORequest {
            var request = IIORequest(motion, uri: uri)
            // What it says comes back as an error, which is told in one line.
            request.mutesLibrary = true
            return request
        }
        return PlannedRecorder(
            configuration: configuration,
            placement: placement,
            timekeeper: LiveTimekeeper(),
            access: { try IIOPermissions.check(asked($0)) },
            makeSource: { AnySampleSource(IIOMotionSource(asked($0))) }
        )
    }

    /// The rates that the sensors can be set to, a line each.
    func rates() throws -> String {
        let list = try IIODeviceList.of(uri: wish.uri, mutesLibrary: true)
        let devices = list.devices(named: wish.devices)
        guard !devices.isEmpty else {
            let present = list.devices.map { "\($0.id) (\($0.name ?? "without a name"))" }
            throw CommandFailure(
                "--list-rates: no such motion sensor at \(wish.uri.printable); "
                    + (present.isEmpty
                        ? "there is none at all" : "there are \(present.joined(separator: ", "))")
            )
        }
        return devices.flatMap { device in
            device.types.map { type in
                let rates = device.availableRates[type.rawValue] ?? "not told by the device"
                return "\(device.id) \(device.name ?? "")  \(type.rawValue)  \(rates)".printable
            }
        }.joined(separator: "\n")
    }
}
