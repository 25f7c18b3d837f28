// A source for devices that must be polled for each value. It reads the device a number of times per second until
// the recorder stops. Its user only supplies how to open and how to read the device.

internal import Recording
public import SampleStream
public import Timebase

/// Reads a device, and sends what it measured at the given instant.
///
/// It must not block for long, because nothing wakes it when the recorder stops. An error that it throws ends the
/// recording as failed.
public typealias ValueReader = (BootInstant, inout SampleSink<ValueSample>) throws -> Void

/// Opens a device for a recorder, and returns its reader; releasing the reader must close the device.
///
/// It is called on the source's thread, like its reader.
public typealias ValueOpening = @Sendable (SourceOrder<ValueKind>) throws -> ValueReader

/// Sends the readings of a device at the recorder's frequency.
public final class ValueSource: SampleSource {
    public typealias Sample = ValueSample

    private let order: SourceOrder<ValueKind>
    private let name: String
    private let isLive: Bool
    private let opening: ValueOpening
    private var reader: ValueReader?

    /// A source that is not yet open.
    ///
    /// - Parameters:
    ///   - order: What the recorder asks for.
    ///   - name: The name of the device, for the manifest.
    ///   - isLive: Whether the device measures. A live reading has the time at which it was taken; one that was
    ///     missed, or that finds no room, is lost and counted. A computed reading has its scheduled time, and can
    ///     wait.
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
        // If time moves only when somebody moves it, nothing is ever late.
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
    /// Recorders of this kind for a device that is read at their frequency.
    ///
    /// - Parameters:
    ///   - device: The name of the device, for the manifest.
    ///   - isLive: Whether the device measures. A live reading has the time at which it was taken; one that was
    ///     missed, or that finds no room, is lost and counted. A computed reading has its scheduled time, and can
    ///     wait.
    ///   - access: Throws an error that says what prevents the recording; it may block.
    ///   - opening: Opens the device.
    /// - Returns: The combination, which a host registers.
    public func over(
        _ device: String,
        isLive: Bool = true,
        access: @escaping AccessCheck<ValueKind> = { _ in },
        _ opening: @escaping ValueOpening
    ) -> SourcedKind {
        over(access: access) { AnySampleSource(ValueSource($0, device, isLive: isLive, opening)) }
    }
}
