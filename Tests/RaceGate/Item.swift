// The test data of the gate: an item that shows if it is torn, and a source of such items.

import SampleStream
import Timebase

/// An item that contains its number four times.
struct Item: StreamSample {
    var number: Int
    var copies: (Int, Int, Int)
    var lost: Int64 = -1

    init(_ number: Int) {
        self.number = number
        copies = (number, number, number)
    }

    var isWhole: Bool { copies.0 == number && copies.1 == number && copies.2 == number }
    var time: BootInstant { BootInstant(nanoseconds: Int64(number)) }
    var channel: Int { 0 }
    var role: StreamRole { lost < 0 ? .reading : .gap(lost: lost, reason: .ring) }

    static func gap(
        channel: Int,
        at time: BootInstant,
        lost: Int64,
        reason: GapReason,
        isEstimated: Bool
    ) -> Item {
        var gap = Item(Int(time.nanoseconds))
        gap.lost = lost
        return gap
    }
}

/// A source that delivers numbered items as fast as it can.
final class Counting: SampleSource {
    let rounds: Int
    let waitsForRoom: Bool

    init(rounds: Int, waitsForRoom: Bool) {
        self.rounds = rounds
        self.waitsForRoom = waitsForRoom
    }

    func open(until stop: StopSignal) throws -> SourceDescription {
        SourceDescription(name: "counting", kind: "gate", clock: "none")
    }

    func capture(into sink: inout SampleSink<Item>, until stop: StopSignal) throws -> SourceEnding {
        for number in 0..<rounds { sink.deliver(Item(number)) }
        return .exhausted(at: BootInstant(nanoseconds: Int64(rounds)))
    }

    func close() {}
}
