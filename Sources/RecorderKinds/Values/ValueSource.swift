// A device that answers when it is asked: it is read so many times a second, until the recorder stops. Whoever has one
// says only how it is opened and how it is read.

internal import Recording
public import SampleStream
public import Timebase

/// Reads a device, and sends what it measured at an instant.
///
/// It must not block for long: nobody wakes it when the recorder stops. What it throws ends the recording as failed.
public typealias ValueReader = (BootInstant, inout SampleSink<ValueSample>) throws -> Void

/// Opens a device for a recorder, and answers what reads it; what that holds is let go at the end.
///
/// It is called on the thread of the source, as its reader is.
public typealias ValueOpening = @Sendable (SourceOrder<ValueKind>) throws -> ValueReader

/// Gives the readings of a device at the recorder's frequency.
public final class ValueSource: SampleSource {
    public typealias Sample = ValueSample

    private let order: SourceOrder<ValueKind>
    private let name: String
    private let isLive: Bool
    private let opening: ValueOpening
    private var reader: ValueReader?

    /// A source that waits to be opened.
    ///
    /// - Parameters:
    ///   - order: What the recorder wants.
    ///   - name: What the device is called, for the manifest.
    ///   - isLive: Whether it measures: then a reading has the time at which it was taken, and one that was missed or
    ///     finds no room is lost and counted. What is computed has its own time, and can wait.
    ///   - opening: Opens the device.
    public init(
        _ order: SourceOrder<ValueKind>,
        _ name: String,
        isLive: Bool = true,
        _ opening: @escaping ValueOpening
    ) {
        self.order = order
        self.name = name
        self.isLive = isLive
        self.opening = opening
    }

    public var waitsForRoom: Bool { !isLive }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        reader = try opening(order)
        var description = SourceDescription(
            name: name,
            kind: isLive ? "device" : "computed",
            clock: "boottime"
        )
        description.isPaced = true
        description.placement = order.configuration.placement
        for channel in order.configuration.channels.indices {
            description.nominalRatesInHertz[channel] = order.configuration.frequency
        }
        return description
    }

    public func capture(
        into sink: inout SampleSink<ValueSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        guard let reader else { return .stopped }
        let timekeeper = order.environment.timekeeper
        // Where time goes only when somebody moves it, nothing is ever late.
        let isTimed = isLive && timekeeper.runsByItself
        let pace = Pace(timekeeper: timekeeper, stop: stop)
        var grid = ReadingGrid(
            from: timekeeper.now,
            rateInHertz: order.configuration.frequency
        )
        while true {
            let due = grid.due
            guard let last = pace.lastWanted(waitingFor: due), due <= last else { return .stopped }
            let time = isTimed ? timekeeper.now : due
            guard time <= last else { return .stopped }
            if isTimed { tellMissed(grid.passMissed(at: time), from: due, &sink) }
            try reader(time, &sink)
            grid.pass()
        }
    }

    public func close() { reader = nil }

    private func tellMissed(
        _ count: Int64,
        from time: BootInstant,
        _ sink: inout SampleSink<ValueSample>
    ) {
        guard count > 0 else { return }
        for channel in order.configuration.channels.indices {
            sink.noteLoss(channel: channel, at: time, count: count, reason: .source)
        }
    }
}

extension ValueKind {
    /// Recorders of this kind over a device that is read at their frequency.
    ///
    /// - Parameters:
    ///   - device: What it is called, for the manifest.
    ///   - isLive: Whether it measures: then a reading has the time at which it was taken, and one that was missed or
    ///     finds no room is lost and counted. What is computed has its own time, and can wait.
    ///   - access: Throws what stands in the way of recording what is asked; it may block.
    ///   - opening: Opens the device.
    /// - Returns: What a host registers.
    public func over(
        _ device: String,
        isLive: Bool = true,
        access: @escaping AccessCheck<ValueKind> = { _ in },
        _ opening: @escaping ValueOpening
    ) -> SourcedKind {
        over(access: access) { AnySampleSource(ValueSource($0, device, isLive: isLive, opening)) }
    }
}
