// How devices are recorded: one recorder for each that is named, or one for whatever gives the types;
// all live by the machine's own time.

internal import EvdevSource
internal import IIOSource
internal import InputRecorder
internal import MotionRecorder
internal import RecorderKinds
internal import Recording
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// What of which devices is to be recorded.
struct DevicePlan {
    /// The motion sensors; without it, none.
    var sensors: SensorWish?
    /// The input devices; without it, none.
    var input: InputWish?
    /// The keys of each input device whose press is a mark.
    var markers: [String: [KeyMarker]] = [:]
    var placements: [String]
    var types: [MotionSensorType]?
    var duration: Duration?
    var isCSV: Bool
    var identifier: String?
    var output: String

    /// Plans; whether there are such devices is found when they are opened.
    ///
    /// - Parameter notes: What is found later goes there.
    /// - Returns: The plan.
    @MainActor
    func plan(noting notes: LaterNotes = LaterNotes()) -> RecordingPlan {
        let start = ClockReading.now()
        return RecordingPlan(
            identifier: identifier ?? (sensors == nil ? "input" : "motion"),
            output: output,
            start: start,
            laterNotes: notes,
            zone: .local(at: start.realtime),
            planned: duration,
            endsAfter: duration,
            recorders: motionRecorders(notes) + inputRecorders(notes)
        )
    }

    @MainActor
    private func motionRecorders(_ notes: LaterNotes) -> [PlannedRecorder] {
        guard let sensors else { return [] }
        let count = sensors.devices.isEmpty ? max(1, placements.count) : sensors.devices.count
        return (0..<count).map { recorder($0, sensors, notes) }
    }

    @MainActor
    private func recorder(
        _ index: Int,
        _ sensors: SensorWish,
        _ notes: LaterNotes
    ) -> PlannedRecorder {
        let device = sensors.devices.isEmpty ? nil : sensors.devices[index]
        let placement = placements.isEmpty ? nil : placements[index]
        let configuration = MotionRecorderConfiguration(
            identifier: "\(placement ?? device ?? "imu")_motion",
            recorderTypes: types,
            frequency: sensors.rateInHertz,
            usesCSVEncoding: isCSV,
            device: device,
            placement: placement,
            mountMatrix: sensors.matrices.count > 1
                ? sensors.matrices[index] : sensors.matrices.first
        )
        let devices = MotionDevices(uri: sensors.uri)
        return PlannedRecorder(
            MotionRecorderKind(),
            configuration,
            placement: placement,
            timekeeper: LiveTimekeeper(),
            access: { try devices.check($0.request) },
            source: { devices.source(for: $0.request) { notes.add($0) } }
        )
    }

    @MainActor
    private func inputRecorders(_ notes: LaterNotes) -> [PlannedRecorder] {
        guard let input else { return [] }
        let claims = DeviceClaims()
        return zip(input.devices, input.identifiers).map { device, identifier in
            var configuration = InputRecorderConfiguration(
                identifier: identifier,
                events: input.events,
                device: device
            )
            configuration.grab = input.grabs
            configuration.includeKeys = input.namedKeys
            configuration.markers = markers[device]
            configuration.reconnect = input.reconnectInSeconds
            configuration.usesCSVEncoding = isCSV
            return PlannedRecorder(
                InputRecorderKind(),
                configuration,
                timekeeper: LiveTimekeeper(),
                access: { try EvdevPermissions.check($0.request) },
                source: {
                    InputDevices.source(
                        for: $0.request,
                        marks: $0.environment.marks,
                        claims: claims,
                        onAbsence: { notes.add($0) }
                    )
                }
            )
        }
    }
}

extension SensorWish {
    /// The rates that the sensors can be set to, a line each.
    func rates() throws -> String {
        let list = try IIODeviceList.of(uri: uri, mutesLibrary: true)
        let wanted = list.devices(named: devices)
        guard !wanted.isEmpty else {
            let present = list.devices.map { "\($0.id) (\($0.name ?? "without a name"))" }
            throw CommandFailure(
                "--list-rates: no such motion sensor at \(uri.printable); "
                    + (present.isEmpty
                        ? "there is none at all" : "there are \(present.joined(separator: ", "))")
            )
        }
        return wanted.flatMap { device in
            device.types.map { type in
                let rates = device.availableRates[type.rawValue] ?? "not told by the device"
                return "\(device.id) \(device.name ?? "")  \(type.rawValue)  \(rates)".printable
            }
        }.joined(separator: "\n")
    }
}
