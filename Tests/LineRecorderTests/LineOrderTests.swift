import Testing

@testable import LineRecorder

/// Lines in the order in which they arrive, and what the order makes of them.
private struct Course {
    var order: LineOrder
    var told: [String] = []
    var now: Int64 = 0

    init(bits: Int = 64) { order = LineOrder(bits: bits) }

    mutating func take(_ counts: Int64..., sense: DeviceTicks.Sense = .unknown) {
        for count in counts {
            var reading = LineReading()
            reading.count = count
            now += 1_000_000
            let line = OrderedLine(reading: reading, seen: now)
            switch order.take(line, sense: sense) {
            case .taken: break
            case .repeated: told.append("repeated \(count)")
            case .late: told.append("late \(count)")
            }
            collect()
        }
    }

    mutating func wait(_ milliseconds: Int64) {
        now += milliseconds * 1_000_000
        if let deadline = order.deadline, deadline <= now { order.settle(at: now) }
        collect()
    }

    mutating func finish() {
        order.finish()
        collect()
    }

    private mutating func collect() {
        for line in order.ready {
            if line.beginsStretch { told.append("anew") }
            if line.lost != 0 { told.append("lost \(line.lost)") }
            told.append("\(line.reading.count)")
        }
        order.ready.removeAll()
    }
}

@Suite("The order of lines by their counter")
struct LineOrderTests {
    @Test("holds only the first line back if none is missing")
    func straight() {
        var course = Course()
        course.take(5)
        #expect(course.told.isEmpty && course.order.deadline != nil)
        course.take(6)
        #expect(course.told == ["5", "6"])
        course.take(7)
        #expect(course.told == ["5", "6", "7"] && course.order.deadline == nil)
    }

    @Test("restores the order of swapped lines, also at the beginning")
    func swapped() {
        var course = Course()
        course.take(1, 0, 3, 2, 6, 5, 4, 7)
        #expect(course.told == ["0", "1", "2", "3", "4", "5", "6", "7"])
        #expect(course.order.reordered == 4)
    }

    @Test("counts missing lines as lost after 250 ms, or once 17 others wait")
    func lost() {
        var course = Course()
        course.take(0, 1, 4)
        #expect(course.told == ["0", "1"])
        course.wait(249)
        #expect(course.told == ["0", "1"])
        course.wait(1)
        #expect(course.told == ["0", "1", "lost 2", "4"])
        course.take(5)
        course.told = []
        for count in 7..<Int64(23) { course.take(count) }
        #expect(course.told.isEmpty)
        course.take(23)
        #expect(course.told == ["lost 1"] + (7...23).map { "\($0)" })
    }

    @Test("counts several losses separately, and gives waiting lines at the end")
    func losses() {
        var course = Course()
        course.take(0, 1, 3, 5, 9)
        course.finish()
        #expect(course.told == ["0", "1", "lost 1", "3", "lost 1", "5", "lost 3", "9"])
        var single = Course()
        single.take(8)
        single.finish()
        #expect(single.told == ["8"])
    }

    @Test("leaves out repeated lines, also while the first copy waits")
    func repeated() {
        var course = Course()
        course.take(0, 0, 1, 1, 0, 3, 3, 2, 3)
        #expect(
            course.told == [
                "repeated 0", "0", "1", "repeated 1", "repeated 0", "repeated 3", "2", "3",
                "repeated 3",
            ]
        )
    }

    @Test("leaves out a line that comes after it was counted as lost")
    func late() {
        var course = Course()
        course.take(0, 1, 3)
        course.wait(250)
        course.take(2, 4)
        #expect(course.told == ["0", "1", "lost 1", "3", "late 2", "4"])
    }

    @Test("goes on where a narrow counter wraps around", arguments: [8, 16, 32])
    func wraps(_ bits: Int) {
        let last = Int64(1) << Int64(bits) - 1
        var course = Course(bits: bits)
        course.take(last - 1, last, 0, 2, 1, 4)
        course.finish()
        #expect(course.told == ["\(last - 1)", "\(last)", "0", "1", "2", "lost 1", "4"])
    }

    @Test("begins a new stretch if two lines agree on it, or if the device's time goes back")
    func restarts() {
        var course = Course()
        course.take(1000, 1001, 0, 1, 2)
        #expect(course.told == ["1000", "1001", "anew", "0", "1", "2"])
        var swapped = Course()
        swapped.take(1000, 1001, 1, 0, 2)
        #expect(swapped.told == ["1000", "1001", "anew", "0", "1", "2"])
        var timed = Course()
        timed.take(40, 41, 43)
        timed.take(0, sense: .back)
        timed.take(1, 2)
        #expect(timed.told == ["40", "41", "lost 1", "43", "anew", "0", "1", "2"])
        // The device's time goes on while the counter goes back.
        var reset = Course()
        reset.take(20, 21, 22)
        reset.take(0, 1, 2, sense: .ahead)
        #expect(reset.told == ["20", "21", "22", "anew", "0", "1", "2"])
        // At the end, a single line suffices.
        timed.take(0, sense: .back)
        timed.finish()
        #expect(timed.told.suffix(2) == ["anew", "0"])
    }

    @Test("ignores a distant counter that no other line confirms")
    func strays() {
        var course = Course()
        course.take(1000, 1001, 999_999_999, 1002, 7, 1003)
        for count in 1004..<Int64(1030) { course.take(count) }
        course.finish()
        #expect(course.told == (1000..<1030).map { "\($0)" })
        #expect(course.order.strays == 2)
        var near = Course()
        near.take(0, 1, 5000, 2, 3)
        for count in 4..<Int64(30) { near.take(count) }
        near.finish()
        #expect(near.told == (0..<30).map { "\($0)" })
        #expect(near.order.strays == 1)
        var alone = Course()
        alone.take(0, 1, 999_999_999)
        alone.finish()
        #expect(alone.told == ["0", "1"] && alone.order.strays == 1)
    }

    @Test("drops the first line if the counter of the second is far from its own")
    func distantFirst() {
        var stale = Course()
        stale.take(1_234_567, 0, 1)
        stale.wait(250)
        stale.take(2)
        #expect(stale.told == ["0", "1", "2"])
        #expect(stale.order.strays == 1)
        var ahead = Course()
        ahead.take(0, 999_999_999, 1_000_000_000)
        #expect(ahead.told == ["999999999", "1000000000"])
        #expect(ahead.order.strays == 1)
        // So short a loss needs no second line.
        var lossy = Course()
        lossy.take(0, 60_000)
        lossy.finish()
        #expect(lossy.told == ["0", "lost 59999", "60000"])
        #expect(lossy.order.strays == 0)
    }

    @Test("begins a new stretch also if the device sends one line a second")
    func slow() {
        var course = Course()
        for count in [1000, 1001, 0, 1, 2] as [Int64] {
            course.take(count)
            course.wait(1000)
        }
        #expect(course.told == ["1000", "1001", "anew", "0", "1", "2"])
        var narrow = Course(bits: 8)
        narrow.take(199, 200)
        narrow.take(0, 1, 2, sense: .back)
        #expect(narrow.told.prefix(4) == ["199", "200", "anew", "0"])
    }

    @Test("counts a loss of any length if two lines confirm it")
    func longLoss() {
        var course = Course()
        course.take(0, 1, 1_000_000, 1_000_001, 1_000_002)
        course.finish()
        #expect(course.told == ["0", "1", "lost 999998", "1000000", "1000001", "1000002"])
        // The device's time shows that the narrow counter has wrapped around.
        var narrow = Course(bits: 8)
        narrow.take(0, 1, 200, 201, sense: .ahead)
        narrow.finish()
        #expect(narrow.told == ["0", "1", "lost 198", "200", "201"])
    }

    @Test(
        "is right, with exact counts, for random losses, repetitions and swaps",
        arguments: 0..<40
    )
    func chance(_ seed: UInt64) {
        var dice = Dice(seed: seed)
        for bits in [8, 16, 64] {
            let modulus: Int64 = bits == 64 ? .max : 1 << Int64(bits)
            var sent = (0..<Int64(3000)).filter {
                $0 < 2 || Int.random(in: 0..<100, using: &dice) >= 3
            }
            let missing = 3000 - sent.count
            var repeats = 0
            for index in (2..<sent.count - 1).reversed()
            where Int.random(in: 0..<100, using: &dice) < 3 {
                sent.insert(sent[index], at: index + Int.random(in: 0...3, using: &dice))
                repeats += 1
            }
            var index = 3
            while index < sent.count - 3 {
                if Int.random(in: 0..<100, using: &dice) < 3 {
                    sent.swapAt(index, index + 1)
                    index += 2
                }
                index += 1
            }
            var course = Course(bits: bits)
            for count in sent { course.take(count % modulus) }
            course.finish()
            var place: Int64 = 0
            var (lost, repeated) = (0, 0)
            for word in course.told {
                if word.hasPrefix("lost") {
                    place += Int64(word.dropFirst(5)) ?? 0
                    lost += Int(word.dropFirst(5)) ?? 0
                } else if word.hasPrefix("repeated") {
                    repeated += 1
                } else {
                    #expect(word == "\(place % modulus)")
                    place += 1
                }
            }
            // Nothing shows what is missing after the last line.
            #expect(lost + 3000 - Int(place) == missing)
            #expect(repeated == repeats && course.order.strays == 0)
        }
    }
}
