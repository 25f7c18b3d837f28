// What stands in a row between two readings of a sensor, and when nothing does.

import RecorderKinds
import Testing

@testable import SessionExport

@Suite("A sensor at the instants of rows")
struct AlignedSensorTests {
    /// The cells of rows at these instants, of a sensor with these readings.
    private func rows(
        _ readings: [AlignedReading],
        at instants: [Int64],
        _ methods: [AlignmentMethod] = [.linear],
        longestGap: Int64 = 25
    ) -> (cells: [[WideCell]], sensor: AlignedSensor) {
        var sensor = AlignedSensor(methods: methods, longestGap: longestGap)
        var rest = readings[...]
        let cells = instants.map { instant in sensor.cells(at: instant) { rest.popFirst() } }
        return (cells, sensor)
    }

    private func reading(
        _ instant: Int64,
        _ value: Double?,
        behindGap: Bool = false
    ) -> AlignedReading {
        AlignedReading(
            instant: instant,
            isBehindGap: behindGap,
            values: [value.map(WideCell.number) ?? .empty]
        )
    }

    private func numbers(_ cells: [[WideCell]]) -> [Double?] {
        cells.map { row in if case .number(let number) = row[0] { number } else { nil } }
    }

    @Test("has at the instant of a reading the very value that was read, whatever is beside it")
    func exact() {
        let values = [0.1, -0.0, 1e300, Double.leastNonzeroMagnitude, 0.30000000000000004]
        let readings = values.enumerated().map {
            reading(Int64($0) * 10, $1, behindGap: $0 == 2)
        }
        let (cells, sensor) = rows(readings, at: [0, 10, 20, 30, 40])
        #expect(numbers(cells).map { $0?.bitPattern } == values.map(\.bitPattern))
        #expect(sensor.accounts == [.init(recorded: 5, between: 0, empty: 0)])
    }

    @Test("has on the line between two readings what is there")
    func between() {
        let readings = [reading(0, 1), reading(10, 3), reading(20, -1)]
        let (cells, sensor) = rows(readings, at: [0, 2, 5, 10, 15, 19, 20])
        #expect(numbers(cells) == [1, 1.4, 2, 3, 1, -0.6000000000000001, -1])
        #expect(sensor.accounts == [.init(recorded: 3, between: 4, empty: 0)])
    }

    @Test("has nothing ahead of its first reading and behind its last")
    func ends() {
        let (cells, sensor) = rows(
            [reading(10, 1), reading(20, 2)],
            at: [0, 9, 10, 20, 21, 1000]
        )
        #expect(numbers(cells) == [nil, nil, 1, 2, nil, nil])
        #expect(sensor.accounts == [.init(recorded: 2, between: 0, empty: 4)])
        #expect(numbers(rows([], at: [0, 1]).cells) == [nil, nil])
        #expect(numbers(rows([reading(5, 7)], at: [4, 5, 6]).cells) == [nil, 7, nil])
    }

    @Test("has nothing in a gap that a record tells, however short, and its ends all the same")
    func toldGap() {
        let readings = [reading(0, 1), reading(10, 2, behindGap: true), reading(20, 3)]
        #expect(numbers(rows(readings, at: [0, 5, 10, 15]).cells) == [1, nil, 2, 2.5])
    }

    @Test("has nothing in a gap that is longer than its bound, and bridges one that is as long")
    func longGap() {
        let readings = [reading(0, 0), reading(25, 25), reading(51, 51)]
        let (cells, _) = rows(readings, at: [0, 10, 25, 26, 50, 51])
        #expect(numbers(cells) == [0, 10, 25, nil, nil, 51])
        let never = rows(readings, at: [0, 10, 25], longestGap: 0).cells
        #expect(numbers(never) == [0, nil, 25])
    }

    @Test("leaves out readings that are not later than all before them, and counts them")
    func late() {
        let readings = [
            reading(0, 0), reading(10, 10), reading(10, 99), reading(4, 99), reading(20, 20),
        ]
        let (cells, sensor) = rows(readings, at: [0, 4, 5, 10, 15, 20])
        #expect(numbers(cells) == [0, 4, 5, 10, 15, 20])
        #expect(sensor.order.late == 2)
        // A gap that is told ahead of one of them is one all the same.
        let hidden = [reading(0, 0), reading(0, 99, behindGap: true), reading(10, 10)]
        #expect(numbers(rows(hidden, at: [0, 5, 10]).cells) == [0, nil, 10])
    }

    @Test("leaves out one reading whose time is far ahead, and none of those behind it")
    func ahead() {
        let readings = [
            reading(0, 0), reading(10, 10), reading(9000, 99), reading(20, 20),
            reading(30, 30), reading(40, 40),
        ]
        let (cells, sensor) = rows(readings, at: [5, 10, 15, 20, 25, 30, 35, 40, 9000])
        #expect(numbers(cells) == [5, 10, 15, 20, 25, 30, 35, 40, nil])
        #expect(sensor.order.ahead == 1 && sensor.order.late == 0)
        // The first may be one, and what is told of a gap ahead of it is not forgotten.
        let first = [reading(9000, 99, behindGap: true), reading(0, 0), reading(10, 10)]
        #expect(numbers(rows(first, at: [0, 5, 10]).cells) == [0, 5, 10])
        let gap = [reading(0, 0), reading(9000, 99, behindGap: true), reading(10, 10)]
        #expect(numbers(rows(gap, at: [0, 5, 10]).cells) == [0, nil, 10])
    }

    @Test("believes a jump ahead that the next reading agrees with, or that is the last")
    func jump() {
        let readings = [
            reading(0, 0), reading(9000, 1), reading(8990, 99), reading(9010, 2), reading(5, 98),
            reading(20_000, 3),
        ]
        let (cells, sensor) = rows(readings, at: [0, 9000, 9005, 9010, 20_000])
        #expect(numbers(cells) == [0, 1, 1.5, 2, 3])
        #expect(sensor.order.ahead == 0 && sensor.order.late == 2)
    }

    @Test("counts what is late behind the last row, too")
    func lateAtTheEnd() {
        var sensor = AlignedSensor(methods: [.linear], longestGap: 25)
        var rest = [0, 10, 20, 30, 20, 15].map { reading($0, 1) }[...]
        #expect(sensor.cells(at: 0) { rest.popFirst() } == [.number(1)])
        sensor.finish { rest.popFirst() }
        #expect(sensor.order.late == 2 && rest.isEmpty)
    }

    @Test("has nothing between two readings of which one has no value in the column")
    func absent() {
        let readings = [reading(0, 0), reading(10, nil), reading(20, 20), reading(30, 30)]
        #expect(numbers(rows(readings, at: [5, 10, 15, 20, 25]).cells) == [nil, nil, nil, 20, 25])
    }

    @Test("keeps whole numbers, texts and truth as they were read before the row")
    func previous() {
        let values: [[WideCell]] = [
            [.integer(1), .text([65]), .boolean(true)], [.integer(5), .empty, .boolean(false)],
            [.integer(9), .text([66]), .boolean(true)],
        ]
        let readings = values.enumerated().map { index, values in
            AlignedReading(instant: Int64(index) * 10, isBehindGap: index == 2, values: values)
        }
        let (cells, sensor) = rows(
            readings,
            at: [0, 9, 10, 15, 20],
            [.previous, .previous, .previous]
        )
        let nothing = [WideCell](repeating: .empty, count: 3)
        #expect(cells == [values[0], values[0], values[1], nothing, values[2]])
        #expect(sensor.accounts.map(\.between) == [1, 1, 1])
        #expect(sensor.accounts.map(\.empty) == [1, 2, 1])
    }

    private func orientations(_ from: [Double?], _ to: [Double?]) -> [Double?] {
        let readings = [from, to].enumerated().map { index, parts in
            AlignedReading(
                instant: Int64(index) * 10,
                values: parts.map { $0.map(WideCell.number) ?? .empty }
            )
        }
        let (cells, _) = rows(
            readings,
            at: [0, 5],
            [.quaternion, .quaternion, .quaternion, .quaternion]
        )
        return cells[1].map { cell in if case .number(let number) = cell { number } else { nil } }
    }

    @Test("turns halfway between two orientations, the nearer way, and is of length one")
    func orientation() throws {
        let half = 0.5.squareRoot()
        // From none to a quarter turn about z is an eighth turn: sine and cosine of 22.5 degrees.
        let eighth = orientations([0, 0, 0, 1], [0, 0, half, half])
        let sine = ((1 - half) / 2).squareRoot()
        let cosine = ((1 + half) / 2).squareRoot()
        #expect(abs(try #require(eighth[2]) - sine) < 1e-15)
        #expect(abs(try #require(eighth[3]) - cosine) < 1e-15)
        // The same turn by the other sign is the same orientation, and is no way round.
        #expect(orientations([0, 0, 0, 1], [-0.0, -0.0, -half, -half]) == eighth)
        for parts in [eighth, orientations([0.5, 0.5, 0.5, 0.5], [1, 0, 0, 0])] {
            #expect(abs(parts.reduce(0) { $0 + ($1 ?? .nan) * ($1 ?? .nan) } - 1) < 1e-15)
        }
    }

    @Test("has no orientation between two that lack a part, or that have nothing between them")
    func noOrientation() {
        #expect(orientations([0, 0, 0, 1], [0, 0, nil, 1]) == [nil, nil, nil, nil])
        #expect(orientations([0, 0, 0, 0], [0, 0, 0, 0]) == [nil, nil, nil, nil])
    }

    @Test("is on the line between the greatest numbers, too")
    func greatest() {
        let great = Double.greatestFiniteMagnitude
        #expect(AlignmentMethod.line(-great, great, 0.5) == 0)
        #expect(AlignmentMethod.line(great, great, 0.3) == great)
        #expect(AlignmentMethod.line(1, 1, 0.1) == 1)
    }
}
