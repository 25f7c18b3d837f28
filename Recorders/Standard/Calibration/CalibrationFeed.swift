// Feeds a sensor's readings to the calibration procedure while the user lays and turns the sensor. It uses the same
// source and kind of thread as a recording, but writes no file.

package import Calibration
internal import IIOSource
internal import MotionRecorder
internal import SampleStream
internal import Synchronization
internal import SystemCalls
internal import Timebase

/// Sensors that are being calibrated.
package final class CalibrationFeed: Sendable {
    /// The state of the calibration.
    package struct State: Sendable {
        package var guidance: CalibrationGuidance
        package var found: [MeasuredSensor: FoundCalibration] = [:]
        /// The wanted calibrations that are still missing, and why.
        package var missing: [MeasuredSensor: CalibrationFault]
        /// How many readings have come.
        package var readings = 0
        /// The details that the devices report; `nil` until they are open.
        var details: [String: String]?
        /// Why no more readings come.
        package var failure: String?
        /// Whether no more readings come.
        package var isOver = false

        /// Whether the devices have been opened.
        package var isOpen: Bool { details != nil }
        package var isFinished: Bool { guidance == .finished }

        /// The watched devices in words, because a user with two units may handle the wrong one.
        package var devices: String {
            let details = details ?? [:]
            let names = details.filter { $0.key.hasPrefix("device ") }.map(\.value).sorted()
            let keys = Set(details.filter { $0.key.hasPrefix("key ") }.map(\.value)).sorted()
            return names.joined(separator: "; ") + " (\(keys.joined(separator: "; ")))"
        }
    }

    private let state: Mutex<State>
    private let sensors: Set<MeasuredSensor>
    private let stop = StopSignal()
    private let capturing = Mutex<SystemThread?>(nil)
    private let watching = Mutex<SystemThread?>(nil)

    private static let capacity = 1 << 14
    private static let round = Duration.milliseconds(40)
    /// How long to wait until the devices are released; an unanswered call to another machine fails sooner.
    private static let longestReturn = Duration.seconds(10)

    /// Opens sensors, and begins to read them.
    ///
    /// - Parameters:
    ///   - options: The sensors.
    ///   - plan: What to find out about them.
    /// - Throws: If the system cannot start a thread.
    package init(_ options: CalibrationOptions, _ plan: CalibrationProcedure.Plan) throws {
        let procedure = CalibrationProcedure(plan)
        sensors = plan.sensors
        state = Mutex(State(guidance: procedure.guidance, missing: procedure.missing))
        let ends = SampleRing.handovers(of: MotionSample.self, capacity: Self.capacity)
        guard let producer = ends.producer.take() else {
            preconditionFailure("nobody else takes the ends of a new ring")
        }
        let link = StreamLink()
        var capture: SystemThread? = try CaptureThread.start(
            AnySampleSource(IIOMotionSource(options.request(of: plan.sensors))),
            into: producer,
            link: link,
            stop: stop,
            options: CaptureOptions(threadName: "calibrate"),
            report: { [weak self] in self?.take($0) }
        )
        capturing.withLock { $0 = capture.take() }
        var watch: SystemThread?
        do {
            watch = try SystemThread.spawn(name: "calibration") { [self] in
                guard let consumer = ends.consumer.take() else { return }
                self.watch(procedure, consumer, link)
            }
        } catch {
            finish()
            throw error
        }
        watching.withLock { $0 = watch.take() }
    }

    /// The present state.
    package var now: State { state.withLock { $0 } }

    /// Ends the calibration and waits until the devices are released, with a time limit, since a driver may hang in
    /// the kernel.
    package func finish() {
        stop.abandon()
        let end = ContinuousClock.now.advanced(by: Self.longestReturn)
        let isCaptureDone = Self.isDone(capturing, by: end)
        let isWatchDone = Self.isDone(watching, by: end)
        guard !isCaptureDone || !isWatchDone else { return }
        state.withLock { state in
            state.failure =
                state.failure
                ?? "a device was not released within \(Self.longestReturn.components.seconds) s: its driver hangs; "
                + "unplug it and plug it in again, or restart the machine"
        }
    }

    /// Waits for a thread until an instant; returns whether the thread has ended.
    private static func isDone(
        _ kept: borrowing Mutex<SystemThread?>,
        by end: ContinuousClock.Instant
    ) -> Bool {
        guard let thread = kept.withLock({ $0.take() }) else { return true }
        return thread.join(upTo: ContinuousClock.now.duration(to: end))
    }

    private func take(_ report: CaptureReport) {
        state.withLock { state in
            switch report {
            case .note: break
            case .opened(let description):
                state.failure = Self.obstacle(to: sensors, in: description.details)
                state.details = description.details
            case .ended(.failure(let error)): state.failure = "\(error)"
            case .ended(.success): break
            }
        }
    }

    private func watch(
        _ beginning: CalibrationProcedure,
        _ ring: consuming RingConsumer<MotionSample>,
        _ link: StreamLink
    ) {
        var procedure = beginning
        var ring = ring
        var mounts: [MeasuredSensor: RawReadings]?
        while true {
            let signals = link.dataEvent.count
            let isLast = link.captureEnding != nil
            if mounts == nil, let details = now.details { mounts = Self.mounts(in: details) }
            var count = 0
            while let sample = ring.pop() {
                guard sample.role == .reading, let type = sample.type,
                    let sensor = MeasuredSensor(rawValue: type.rawValue)
                else { continue }
                count += 1
                let value = SIMD3(sample.x, sample.y, sample.z)
                // A calibration refers to the chip's own axes, so the mount matrix is undone.
                let reading = mounts?[sensor]?.reading(of: value) ?? value
                procedure.take(reading, of: sensor, atSeconds: sample.time.seconds)
            }
            link.tellRoom()
            state.withLock { state in
                state.guidance = procedure.guidance
                state.found = procedure.found
                state.missing = procedure.missing
                state.readings += count
                state.isOver = isLast
            }
            if isLast { return }
            link.dataEvent.wait(since: signals, upTo: Self.round)
        }
    }

    /// Why the sensors' calibrations could not be stored; `nil` if they can.
    static func obstacle(
        to sensors: Set<MeasuredSensor>,
        in details: [String: String]
    ) -> String? {
        for sensor in sensors.sorted(by: { $0.rawValue < $1.rawValue }) {
            let name = sensor.rawValue
            if details["key \(name)"] == nil {
                return
                    "the device of the \(name) is on another machine, and has neither a serial number nor a label by which "
                    + "Footfall could recognise it later: calibrate it on that machine, or give it a label there"
            }
            if RawReadings(of: sensor, in: details) == nil {
                return
                    "the mount matrix of the \(name) has no inverse: correct it in the description of the board, such as its device tree"
            }
        }
        return nil
    }

    private static func mounts(in details: [String: String]) -> [MeasuredSensor: RawReadings] {
        var mounts: [MeasuredSensor: RawReadings] = [:]
        for sensor in MeasuredSensor.allCases {
            mounts[sensor] = RawReadings(of: sensor, in: details)
        }
        return mounts
    }
}

extension CalibrationFeed.State {
    /// The calibrations that were found, by device, in the form in which they are stored.
    package func kept(date: String) -> [DeviceCalibrations] {
        var devices: [String: DeviceCalibrations] = [:]
        for (sensor, one) in found {
            let name = sensor.rawValue
            // A device without a key was reported as a failure when it was opened.
            guard let key = details?["key \(name)"] else { continue }
            let warmth = details?["temperature \(name)"].flatMap(Double.init)
            devices[key, default: DeviceCalibrations(device: key, sensors: [:])].sensors[sensor] =
                one.kept(date: date, temperatureInCelsius: warmth)
        }
        return devices.values.sorted { $0.device < $1.device }
    }
}
