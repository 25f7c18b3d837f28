// The values of rows between two readings of a sensor, and where cells stay empty.

import RecorderKinds
import Testing

@testable import SessionExport

@Suite("A sensor aligned to the instants of rows")
struct AlignedSensorTests {
    /// The cells of a sensor with these readings, in rows at these instants.
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

    @Test("has exactly the value that was read at the instant of a reading")
    func exact() {
        let values = [0.1, -0.0, 1e300, Double.leastNonzeroMagnitude, 0.30000000000000004]
        let readings = values.enumerated().map {
            reading(Int64($0) * 10, $1, behindGap: $0 == 2)
        }
        let (cells, sensor) = rows(readings, at: [0, 10, 20, 30, 40])
        #expect(numbers(cells).map { $0?.bitPattern } == values.map(\.bitPattern))
        #expect(sensor.accounts == [.init(recorded: 5, between: 0, empty: 0)])
    }

    @Test("is interpolated linearly between two readings")
    func between() {
        let readings = [reading(0, 1), reading(10, 3), reading(20, -1)]
        let (cells, sensor) = rows(readings, at: [0, 2, 5, 10, 15, 19, 20])
        #expect(numbers(cells) == [1, 1.4, 2, 3, 1, -0.6000000000000001, -1])
        #expect(sensor.accounts == [.init(recorded: 3, between: 4, empty: 0)])
    }

    @Test("has no value before its first reading and after its last")
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

    @Test("has no value within a recorded gap, however short, but has those at its ends")
    func toldGap() {
        let readings = [reading(0, 1), reading(10, 2, behindGap: true), reading(20, 3)]
        #expect(numbers(rows(readings, at: [0, 5, 10, 15]).cells) == [1, nil, 2, 2.5])
    }

    @Test("has no value in a gap above the limit, and bridges one of exactly the limit")
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
        // A gap before such a reading counts nevertheless.
        let hidden = [reading(0, 0), reading(0, 99, behindGap: true), reading(10, 10)]
        #expect(numbers(rows(hidden, at: [0, 5, 10]).cells) == [0, nil, 10])
    }

    @Test("leaves out a reading whose time is far ahead, and none of those after it")
    func ahead() {
        let readings = [
            reading(0, 0), reading(10, 10), reading(9000, 99), reading(20, 20),
            reading(30, 30), reading(40, 40),
        ]
        let (cells, sensor) = rows(readings, at: [5, 10, 15, 20, 25, 30, 35, 40, 9000])
        #expect(numbers(cells) == [5, 10, 15, 20, 25, 30, 35, 40, nil])
        #expect(sensor.order.ahead == 1 && sensor.order.late == 0)
        // The first reading may be one.
        let first = [reading(9000, 99, behindGap: true), reading(0, 0), reading(10, 10)]
        #expect(numbers(rows(first, at: [0, 5, 10]).cells) == [0, 5, 10])
        // A gap before such a reading is not forgotten.
        let gap = [reading(0, 0), reading(9000, 99, behindGap: true), reading(10, 10)]
        #expect(numbers(rows(gap, at: [0, 5, 10]).cells) == [0, nil, 10])
    }

    @Test("accepts a jump ahead if the next reading confirms it, or if it is the last reading")
    func jump() {
        let readings = [
            reading(0, 0), reading(9000, 1), reading(8990, 99), reading(9010, 2), reading(5, 98),
            reading(20_000, 3),
        ]
        let (cells, sensor) = rows(readings, at: [0, 9000, 9005, 9010, 20_000])
        #expect(numbers(cells) == [0, 1, 1.5, 2, 3])
        #expect(sensor.order.ahead == 0 && sensor.order.late == 2)
    }

    @Test("counts late readings after the last row, too")
    func lateAtTheEnd() {
        var sensor = AlignedSensor(methods: [.linear], longestGap: 25)
        var rest = [0, 10, 20, 30, 20, 15].map { reading($0, 1) }[...]
        #expect(sensor.cells(at: 0) { rest.popFirst() } == [.number(1)])
        sensor.finish { rest.popFirst() }
        #expect(sensor.order.late == 2 && rest.isEmpty)
    }

    @Test("has no value between two readings if one of them lacks it")
    func absent() {
        let readings = [reading(0, 0), reading(10, nil), reading(20, 20), reading(30, 30)]
        #expect(numbers(rows(readings, at: [5, 10, 15, 20, 25]).cells) == [nil, nil, nil, 20, 25])
    }

    @Test("keeps whole numbers, texts and truth values as last read before the row")
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

    @Test("is halfway between two orientations, on the shorter way, with length one")
    func orientation() throws {
        let half = 0.5.squareRoot()
        // Halfway to a quarter turn about z is an eighth turn: sine and cosine of 22.5 degrees.
        let eighth = orientations([0, 0, 0, 1], [0, 0, half, half])
        let sine = ((1 - half) / 2).squareRoot()
        let cosine = ((1 + half) / 2).squareRoot()
        #expect(abs(try #require(eighth[2]) - sine) < 1e-15)
        #expect(abs(try #require(eighth[3]) - cosine) < 1e-15)
        // The quaternion with the other sign is the same orientation, so it makes no difference.
        #expect(orientations([0, 0, 0, 1], [-0.0, -0.0, -half, -half]) == eighth)
        for parts in [eighth, orientations([0.5, 0.5, 0.5, 0.5], [1, 0, 0, 0])] {
            #expect(abs(parts.reduce(0) { $0 + ($1 ?? .nan) * ($1 ?? .nan) } - 1) < 1e-15)
        }
    }

    @Test("has no orientation between two if a part is missing or all parts are zero")
    func noOrientation() {
        #expect(orientations([0, 0, 0, 1], [0, 0, nil, 1]) == [nil, nil, nil, nil])
        #expect(orientations([0, 0, 0, 0], [0, 0, 0, 0]) == [nil, nil, nil, nil])
    }

    @Test("is interpolated between the greatest numbers, too")
    func greatest() {
        let great = Double.greatestFiniteMagnitude
        #expect(AlignmentMethod.line(-great, great, 0.5) == 0)
        #expect(AlignmentMethod.line(great, great, 0.3) == great)
        #expect(AlignmentMethod.line(1, 1, 0.1) == 1)
    }
}
