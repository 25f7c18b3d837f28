// Reads one device through its attributes during a recording, because nothing fills its buffer. Each reading
// takes several system calls, so the requested rate is reached only if it is low.

internal import Calibration
internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// A reader of attributes; tests replace the context.
protocol AttributeReading: ~Copyable {
    /// Reads an attribute, without its end of line.
    func read(_ name: String, of owner: AttributeOwner) throws(IIOError) -> String
}

extension IIOContext: AttributeReading {}

/// Reads one device through its attributes at a fixed rate.
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
        /// In the chip's axes, so it is applied before the matrix.
        var calibration: SensorCalibration?
        var matrix: MountMatrix?
        var faults: ReadFaults
        /// Instant of its newest reading: a gap is placed after it, even if that reading was late.
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

    /// When the next reading is due; `nil` before the first.
    var due: Int64? { start.map { $0 &+ index &* period } }

    /// Takes one reading of each sensor, so that an error is reported before the recording.
    func check(_ attributes: borrowing some AttributeReading & ~Copyable) throws(IIOError) {
        for part in parts {
            do throws(IIOError) {
                _ = try read(part, attributes)
            } catch {
                throw meaning(of: error)
            }
        }
    }

    /// Takes a reading if one is due; counts a reading that fails as lost.
    ///
    /// - Throws: When the device is gone, when a reading fails in a way that never passes, or when all readings
    ///   of one of its sensors have failed for too long.
    func readIfDue(
        _ attributes: borrowing some AttributeReading & ~Copyable,
        into sink: inout SampleSink<MotionSample>,
        limit: Int64
    ) throws(IIOError) {
        let now = SystemClock.boottime.nanoseconds
        let due = due ?? now
        if start == nil { start = now }
        guard now >= due, due <= limit else { return }
        // Of all readings due by now (or by the end), only the newest can still be taken; the others are lost. After
        // the end of the recording, all of them are lost.
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

    /// The error to throw when a failed reading is not tried again.
    private func meaning(of error: IIOError) -> IIOError {
        switch error.kind {
        case .failed(_, .notFound), .failed(_, .noDeviceOrAddress):
            IIOError(.deviceGone, at: device.id)
        case .failed(_, .busy): IIOError(.busy(holder: nil), at: device.id)
        default: error
        }
    }
}
