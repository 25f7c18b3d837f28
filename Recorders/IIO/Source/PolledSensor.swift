// One device during a recording, read by its attributes: for a sensor whose buffer nothing fills.
// Each reading is a handful of system calls, so the rate is what was asked only while it is low.

internal import Calibration
internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Where attributes are read.
protocol AttributeReading: ~Copyable {
    /// Reads an attribute, without its end of line.
    func read(_ name: String, of owner: AttributeOwner) throws(IIOError) -> String
}

extension IIOContext: AttributeReading {}

/// Reads one device by its attributes, at a rate.
final class PolledSensor {
    let device: DeviceDescription
    private var parts: [Part] = []
    private let period: Int64
    private var start: Int64?
    private var index: Int64 = 0

    /// One sensor of the device.
    private struct Part {
        var channel: Int
        var axes: [(owner: AttributeOwner, attribute: String, conversion: UnitConversion)]
        /// Of the chip's axes, and so ahead of the matrix.
        var calibration: SensorCalibration?
        var matrix: MountMatrix?
        var faults: ReadFaults
        /// Its newest reading, behind which a gap stands, however late that reading came.
        var newest = Int64.min
    }

    init(
        _ device: DeviceDescription,
        types: [MotionSensorType],
        matrix: MountMatrix,
        calibrations: [MotionSensorType: KeptCalibration] = [:],
        rateInHertz: Double
    ) throws(IIOError) {
        self.device = device
        period = max(1, Int64(min(1e9 / rateInHertz, 1e15).rounded()))
        for type in types {
            var part = Part(
                channel: type.channel,
                axes: [],
                faults: ReadFaults(
                    periodInNanoseconds: period,
                    patienceInSeconds: IIOSession.stall
                )
            )
            for channel in device.axes(of: type) ?? [] {
                let owner = AttributeOwner.channel(channel.place, device: device.place)
                if channel.attributeNames.contains("raw") {
                    let conversion = try UnitConversion.of(type, channel, of: device)
                    part.axes.append((owner, "raw", conversion))
                } else if channel.attributeNames.contains("input") {
                    part.axes.append((owner, "input", .processed(type)))
                } else {
                    throw IIOError(
                        .malformed("\(channel.id) can be read neither raw nor by a buffer"),
                        at: device.id
                    )
                }
            }
            let whole = try device.usableMountMatrix(of: type).followed(by: matrix)
            part.matrix = whole.isIdentity ? nil : whole
            part.calibration = calibrations[type]?.calibration
            parts.append(part)
        }
    }

    /// When it is to be read next; `nil` before the first time.
    var due: Int64? { start.map { $0 &+ index &* period } }

    /// Tries a reading, so that what stands in its way is known before the recording.
    func check(_ attributes: borrowing some AttributeReading & ~Copyable) throws(IIOError) {
        for part in parts {
            do throws(IIOError) {
                _ = try read(part, attributes)
            } catch {
                throw meaning(of: error)
            }
        }
    }

    /// Reads it, if it is due; a reading that fails is counted as lost.
    ///
    /// - Throws: When the device is gone, or all readings of one of its sensors have failed for long.
    func readIfDue(
        _ attributes: borrowing some AttributeReading & ~Copyable,
        into sink: inout SampleSink<MotionSample>,
        limit: Int64
    ) throws(IIOError) {
        let now = SystemClock.boottime.nanoseconds
        let due = due ?? now
        if start == nil { start = now }
        guard now >= due, due <= limit else { return }
        // Of what was due until now, or until the end, only the newest can be read, if it is not over.
        let slots = (min(now, limit) &- due) / period &+ 1
        index += slots
        let isOver = now > limit
        if slots > 1 || isOver {
            lose(parts.indices, at: due, count: isOver ? slots : slots - 1, into: &sink)
        }
        guard !isOver else { return }
        let slot = due &+ (slots &- 1) &* period
        for place in parts.indices {
            let part = parts[place]
            let before = SystemClock.boottime.nanoseconds
            let reading: SIMD3<Double>
            do throws(IIOError) {
                reading = try read(part, attributes)
                parts[place].faults.succeeded()
            } catch {
                let now = SystemClock.monotonic.nanoseconds
                guard parts[place].faults.mayGoOn(after: error, at: now) else {
                    lose(place..<parts.endIndex, at: slot, count: 1, reason: .device, into: &sink)
                    throw meaning(of: error)
                }
                lose(place..<place + 1, at: slot, count: 1, reason: .device, into: &sink)
                continue
            }
            let time = before &+ (SystemClock.boottime.nanoseconds &- before) / 2
            guard time <= limit else {
                return lose(place..<parts.endIndex, at: slot, count: 1, into: &sink)
            }
            parts[place].newest = time
            sink.deliver(
                MotionSample(
                    channel: part.channel,
                    at: BootInstant(nanoseconds: time),
                    x: reading.x,
                    y: reading.y,
                    z: reading.z
                )
            )
        }
    }

    private func lose(
        _ places: Range<Int>,
        at due: Int64,
        count: Int64,
        reason: GapReason = .source,
        into sink: inout SampleSink<MotionSample>
    ) {
        for part in parts[places] {
            sink.noteLoss(
                channel: part.channel,
                at: BootInstant(nanoseconds: max(due, part.newest)),
                count: count,
                reason: reason
            )
        }
    }

    private func read(
        _ part: Part,
        _ attributes: borrowing some AttributeReading & ~Copyable
    ) throws(IIOError) -> SIMD3<Double> {
        var reading = SIMD3<Double>.zero
        for (place, axis) in part.axes.enumerated() {
            let text = try attributes.read(axis.attribute, of: axis.owner)
            guard let raw = UnitConversion.number(text) else {
                throw IIOError(.malformed("it reads as \"\(text)\""), at: device.id)
            }
            reading[place] = axis.conversion.value(raw)
        }
        if let calibration = part.calibration { reading = calibration.apply(to: reading) }
        return part.matrix?.apply(reading) ?? reading
    }

    /// What a reading that failed says of the device, once it is not tried again.
    private func meaning(of error: IIOError) -> IIOError {
        switch error.kind {
        case .failed(_, .notFound), .failed(_, .noDeviceOrAddress):
            IIOError(.deviceGone, at: device.id)
        case .failed(_, .busy): IIOError(.busy(holder: nil), at: device.id)
        default: error
        }
    }
}
