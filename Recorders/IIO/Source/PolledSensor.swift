// One device during a recording, read by its attributes: for a sensor whose buffer nothing fills.
// Each reading is a handful of system calls, so the rate is what was asked only while it is low.

internal import MotionRecorder
internal import SampleStream
internal import SystemCalls
internal import Timebase

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
        var matrix: MountMatrix?
    }

    init(
        _ device: DeviceDescription,
        types: [MotionSensorType],
        matrix: MountMatrix,
        rateInHertz: Double
    ) throws(IIOError) {
        self.device = device
        period = max(1, Int64(min(1e9 / rateInHertz, 1e15).rounded()))
        for type in types {
            var part = Part(channel: type.channel, axes: [])
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
            parts.append(part)
        }
    }

    /// When it is to be read next; `nil` before the first time.
    var due: Int64? { start.map { $0 &+ index &* period } }

    /// Tries a reading, so that what stands in its way is known before the recording.
    func check(_ context: borrowing IIOContext) throws(IIOError) {
        for part in parts { _ = try read(part, context) }
    }

    /// Reads it, if it is due.
    func readIfDue(
        _ context: borrowing IIOContext,
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
            lose(parts, at: due, count: isOver ? slots : slots - 1, into: &sink)
        }
        guard !isOver else { return }
        let slot = due &+ (slots &- 1) &* period
        for (place, part) in parts.enumerated() {
            let before = SystemClock.boottime.nanoseconds
            let reading = try read(part, context)
            let time = before &+ (SystemClock.boottime.nanoseconds &- before) / 2
            guard time <= limit else {
                return lose(Array(parts[place...]), at: slot, count: 1, into: &sink)
            }
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
        _ parts: [Part],
        at due: Int64,
        count: Int64,
        into sink: inout SampleSink<MotionSample>
    ) {
        for part in parts {
            sink.noteLoss(
                channel: part.channel,
                at: BootInstant(nanoseconds: due),
                count: count,
                reason: .source
            )
        }
    }

    private func read(
        _ part: Part,
        _ context: borrowing IIOContext
    ) throws(IIOError) -> SIMD3<Double> {
        var reading = SIMD3<Double>.zero
        for (place, axis) in part.axes.enumerated() {
            let text: String
            do throws(IIOError) {
                text = try context.read(axis.attribute, of: axis.owner)
            } catch {
                switch error.kind {
                case .failed(_, .notFound): throw IIOError(.deviceGone, at: device.id)
                case .failed(_, .busy): throw IIOError(.busy(holder: nil), at: device.id)
                default: throw error
                }
            }
            guard let raw = UnitConversion.number(text) else {
                throw IIOError(.malformed("it reads as \"\(text)\""), at: device.id)
            }
            reading[place] = axis.conversion.value(raw)
        }
        return part.matrix?.apply(reading) ?? reading
    }
}
