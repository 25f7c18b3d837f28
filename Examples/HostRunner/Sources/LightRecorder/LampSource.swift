// Where the readings come from. A study would open its photodiode here; this lamp is computed, so
// that the example runs on any machine.

public import SampleStream
public import Timebase

/// A lamp that flickers a little.
public final class LampSource: SampleSource {
    private let lux: Double
    private let rateInHertz: Double
    private let timekeeper: any Timekeeper

    public init(lux: Double, rateInHertz: Double, timekeeper: any Timekeeper) {
        self.lux = lux
        self.rateInHertz = rateInHertz
        self.timekeeper = timekeeper
    }

    /// A lamp can wait; a real photodiode answers `false`, and what finds no room is counted.
    public var waitsForRoom: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        var description = SourceDescription(name: "lamp", kind: "computed", clock: "boottime")
        description.nominalRatesInHertz[0] = rateInHertz
        return description
    }

    public func capture(
        into sink: inout SampleSink<LightReading>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        let start = timekeeper.now
        var index = 0
        while true {
            let offset = Int64(Double(index) / rateInHertz * 1e9)
            let time = BootInstant(nanoseconds: start.nanoseconds + offset)
            if !stop.isRaised { timekeeper.wait(until: time, or: stop) }
            switch stop.request {
            case .goOn: break
            case .drain(let last): if time > last { return .stopped }
            case .abandon: return .stopped
            }
            sink.deliver(LightReading(at: time, lux: lux + Double(index % 7)))
            index += 1
        }
    }

    public func close() {}
}
