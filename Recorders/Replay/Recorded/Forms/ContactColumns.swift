// What input files and touch files have in common: where something is, how large it is, and what it
// does. A sample keeps some of it in 32 bits, so a value that these do not hold is none of ours.

internal import InputRecorder
internal import SampleFile

/// Where a schema has the columns of contacts.
struct ContactColumns: Sendable {
    private let phase, index, x, y, width, height, pressure, xMillimetres, yMillimetres: Int

    init(in schema: RecordSchema) {
        phase = schema.place(of: "phase")
        index = schema.place(of: "index")
        x = schema.place(of: "x")
        y = schema.place(of: "y")
        width = schema.place(of: "width")
        height = schema.place(of: "height")
        pressure = schema.place(of: "pressure")
        xMillimetres = schema.place(of: "xMillimetres")
        yMillimetres = schema.place(of: "yMillimetres")
    }

    /// Makes an event of what a record has in these columns.
    func reading(
        _ head: RecordedHead,
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> InputSample {
        // A form names no other channels than these.
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

    /// What a finger does, and which it is.
    private func finger(
        _ batch: RecordBatch,
        _ row: Int
    ) throws(RecordedFault) -> (TouchPhase, UInt16)? {
        switch (batch.integer(row, phase), batch.integer(row, index)) {
        case (nil, nil):
            return nil
        case (let number?, let finger?):
            guard let phase = Int(exactly: number).flatMap(TouchPhase.init(rawValue:)) else {
                throw RecordedFault("its phase \(number) is none")
            }
            guard let index = UInt16(exactly: finger) else {
                throw RecordedFault("its index \(finger) is no finger's")
            }
            return (phase, index)
        default:
            throw RecordedFault("it has one of phase and index without the other")
        }
    }

    /// Two numbers that come together or not at all.
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
