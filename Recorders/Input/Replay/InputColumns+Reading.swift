// Reads the common columns of input and touch files: where something is, how large it is, and what it does. A
// sample stores some of them in 32 bits; a value that does not fit was not written by our recorder.

public import RecorderKinds
internal import SampleFile
public import Timebase

extension InputColumns {
    /// Makes an event from these columns of a record.
    func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> InputSample {
        // Forms have only the channels of `InputChannel`, so the default is never used.
        var sample = InputSample(InputChannel(rawValue: head.channel) ?? .key, at: head.time)
        sample.isEstimated = head.isEstimated
        if let (phase, index) = try finger(batch, row) {
            sample.phase = phase
            sample.index = index
        }
        if let place = try pair(batch, row, (x, "x"), (y, "y")) {
            (sample.x, sample.y) = place
            sample.hasPosition = true
        }
        if let size = try pair(batch, row, (width, "width"), (height, "height")) {
            sample.width = try single(size.0, "width")
            sample.height = try single(size.1, "height")
            sample.hasSize = true
        }
        if let force = batch.number(row, pressure) {
            sample.pressure = try single(force, "pressure")
            sample.hasPressure = true
        }
        let millimetres = try pair(
            batch,
            row,
            (xMillimetres, "xMillimetres"),
            (yMillimetres, "yMillimetres")
        )
        if let millimetres { sample.millimetres = millimetres }
        return sample
    }

    /// Reads what a finger does, and its number.
    private func finger(
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> (TouchPhase, UInt16)? {
        switch (batch.integer(row, phase), batch.integer(row, index)) {
        case (nil, nil):
            return nil
        case (let number?, let finger?):
            guard let phase = Int(exactly: number).flatMap(TouchPhase.init(rawValue:)) else {
                throw RecordedFault("its phase \(number) does not exist")
            }
            guard let index = UInt16(exactly: finger) else {
                throw RecordedFault("its index \(finger) is no finger's")
            }
            return (phase, index)
        default:
            throw RecordedFault("it has one of phase and index without the other")
        }
    }

    /// Reads two numbers that must both be present or both missing.
    private func pair(
        _ batch: RecordBatch,
        _ row: Int,
        _ first: (column: Int, name: StaticString),
        _ second: (column: Int, name: StaticString)
    ) throws(RecordedFault) -> (Double, Double)? {
        switch (batch.number(row, first.column), batch.number(row, second.column)) {
        case (nil, nil): return nil
        case (let one?, let other?): return (one, other)
        default:
            throw RecordedFault(
                "it has one of \(first.name) and \(second.name) without the other"
            )
        }
    }

    private func single(
        _ number: Double,
        _ name: StaticString
    ) throws(RecordedFault) -> Float {
        guard let single = Float(exactly: number) else {
            throw RecordedFault("its \(name) \(number) has more digits than a device tells")
        }
        return single
    }
}

extension RecordedForm where Sample == InputSample {
    /// The state that a reading begins or ends: a finger, a named key, or a switch that is on.
    public static func standing(after sample: InputSample) -> RecordedStanding? {
        switch InputChannel(rawValue: sample.channel) {
        case .touch:
            let finger = Int(sample.index)
            switch sample.phase {
            case .began, .moved, .stationary: return .begins(finger)
            case .ended, .cancelled: return .ends(finger)
            case nil: return nil
            }
        case .key, .switch:
            // For unnamed keys, it is unknown which key a release belongs to.
            guard let name = sample.name else { return nil }
            let number = (sample.channel + 1) << 16 + name
            return sample.value == 0 ? .ends(number) : .begins(number)
        default:
            return nil
        }
    }

    public static func found(_ sample: InputSample, at time: BootInstant) -> InputSample {
        var sample = sample
        sample.time = time
        sample.isEstimated = true
        if sample.phase != nil { sample.phase = .stationary }
        if sample.hasValue { sample.value = 1 }
        return sample
    }
}
