// The thread-sanitizer gate of the sample path. It runs the ring with single items and with batches, a sink that loses
// samples and one that waits, the latest values and the curves, each between two threads. With `weakened` it relaxes
// one of the ring's four orderings, which the sanitizer must report: a gate that misses one might miss anything.
//
// It is a separate program, built in release mode so that the ring's ends are inlined: in debug mode the accesses to
// the slots are not instrumented, and a weakened ring passes.

import Glibc
import SampleStream
import SystemCalls
import Timebase

@main
struct RaceGate {
    static func main() throws {
        let rounds = 200_000
        let words = CommandLine.arguments.dropFirst()
        switch words.first {
        case "sound":
            try single(rounds)
            try batched(rounds)
            try sink(rounds, waits: true)
            try sink(rounds, waits: false)
            try latest(rounds)
            try curves(rounds)
            // Without a relaxed ordering, the rings that are weakened below have no race.
            try WeakenedRing(relaxed: nil, rounds: rounds).single()
            try WeakenedRing(relaxed: nil, rounds: rounds).batched()
            print("race gate: sound ring, sinks and latest values ran \(rounds) rounds each")
        case "orderings":
            for ordering in RingOrdering.allCases { print(ordering.rawValue) }
        case "weakened":
            guard words.count == 3, let relaxed = RingOrdering(rawValue: words[2]) else { usage() }
            let ring = WeakenedRing(relaxed: relaxed, rounds: rounds)
            switch words[3] {
            case "single": try ring.single()
            case "batched": try ring.batched()
            default: usage()
            }
        default:
            usage()
        }
    }

    private static func usage() -> Never {
        print("usage: race-gate sound | orderings | weakened ORDERING single|batched")
        exit(2)
    }

    private static func single(_ rounds: Int) throws {
        let ends = SampleRing.make(of: Item.self, capacity: 64)
        var consumer = ends.consumer
        let producer = Handover(ends.producer)
        let thread = try SystemThread.spawn(name: "single") {
            guard var producer = producer.take() else { return }
            var next = 0
            while next < rounds { if producer.push(Item(next)) { next += 1 } }
        }
        var expected = 0
        while expected < rounds {
            guard let item = consumer.pop() else { continue }
            precondition(item.number == expected && item.isWhole, "the ring lost or tore an item")
            expected += 1
        }
        thread.join()
    }

    private static func batched(_ rounds: Int) throws {
        let ends = SampleRing.make(of: Item.self, capacity: 64)
        var consumer = ends.consumer
        let producer = Handover(ends.producer)
        let thread = try SystemThread.spawn(name: "batched") {
            guard var producer = producer.take() else { return }
            var next = 0
            while next < rounds {
                let batch = (next..<min(next + 24, rounds)).map { Item($0) }
                unsafe batch.withUnsafeBufferPointer { batch in
                    var rest = unsafe batch[...]
                    while unsafe !rest.isEmpty {
                        let pushed = unsafe producer.push(
                            contentsOf: UnsafeBufferPointer(rebasing: rest)
                        )
                        unsafe rest = rest.dropFirst(pushed)
                    }
                }
                next += batch.count
            }
        }
        let taken = UnsafeMutableBufferPointer<Item>.allocate(capacity: 17)
        defer { unsafe taken.deallocate() }
        var expected = 0
        while expected < rounds {
            for index in 0..<(unsafe consumer.pop(into: taken)) {
                let item = unsafe taken[index]
                precondition(item.number == expected && item.isWhole, "the ring lost an item")
                expected += 1
            }
        }
        thread.join()
    }

    private static func sink(_ rounds: Int, waits: Bool) throws {
        let link = StreamLink()
        let ends = SampleRing.make(of: Item.self, capacity: 64)
        var consumer = ends.consumer
        let thread = try CaptureThread.start(
            Counting(rounds: rounds, waitsForRoom: waits),
            into: ends.producer,
            link: link,
            stop: StopSignal(),
            options: CaptureOptions(),
            report: { _ in }
        )
        var accounted = 0
        while true {
            let ending = link.captureEnding
            guard let item = consumer.pop() else {
                link.tellRoom()
                if let ending {
                    accounted += ending.unreported.entries.reduce(0) { $0 + Int($1.count) }
                    break
                }
                continue
            }
            switch item.role {
            case .gap(let lost, _, _): accounted += Int(lost)
            case .reading, .mark: accounted += 1
            }
        }
        thread.join()
        precondition(accounted == rounds, "\(accounted) of \(rounds) items are accounted for")
    }

    private static func curves(_ rounds: Int) throws {
        let latest = LatestValues<Item>()
        _ = latest.course(channel: 0, over: .seconds(30))
        let thread = try SystemThread.spawn(name: "curves") {
            // If this thread starts too late, the curves are no longer watched.
            guard let curves = latest.watchedCurves else { return }
            for number in 1...rounds {
                let time = BootInstant(nanoseconds: Int64(number) * 100_000_000)
                curves.add(SIMD4(repeating: Float(number % 4096)), channel: 0, at: time)
            }
        }
        for _ in 0..<1000 {
            let course = latest.course(channel: 0, over: .seconds(30), atMost: 300)
            for case let extent? in course?.extents ?? [] {
                let isWhole =
                    extent.low == extent.high && extent.low == SIMD4(repeating: extent.low.x)
                precondition(isWhole, "the curves showed half a stretch")
            }
        }
        thread.join()
    }

    private static func latest(_ rounds: Int) throws {
        let latest = LatestValues<Item>()
        let thread = try SystemThread.spawn(name: "latest") {
            for number in 1...rounds { latest.publish(Item(number), count: number) }
        }
        while true {
            guard let latestValue = latest.latestValue(channel: 0) else { continue }
            precondition(latestValue.latest.isWhole, "the latest values showed half a sample")
            if latestValue.count == rounds { break }
        }
        thread.join()
    }
}
