import Calibration
import RandomWords
import Testing

@Suite("The calibration procedure")
struct CalibrationProcedureTests {
    private static let sides: [Direction] = [.plusZ, .minusX, .plusY, .minusZ, .plusX, .minusY]

    @Test(
        "finds biases and the accelerometer's scale to one percent, whoever turns the unit",
        arguments: UInt64(1)...8
    )
    func all(seed: UInt64) throws {
        var person = Person(
            seed: seed,
            plan: .init([.accelerometer, .gyro, .magnetometer], fieldInMicrotesla: 49)
        )
        person.shake(for: 1)
        for side in Self.sides {
            person.lie(side, for: 2.6)
            person.shake(for: 0.7)
        }
        #expect(person.procedure.found.isEmpty)
        person.lean(for: 2.6)
        #expect(person.procedure.found.keys.contains(.accelerometer))
        #expect(person.procedure.found.keys.contains(.gyro))
        #expect(!person.procedure.isFinished)
        person.turn(for: 60)
        #expect(person.procedure.isFinished)
        #expect(person.procedure.guidance == .finished)
        #expect(person.procedure.missing.isEmpty)

        let accelerometer = try #require(person.procedure.found[.accelerometer])
        #expect((accelerometer.calibration.offset - Unit.accelerometer.offset).size < 0.01)
        for axis in 0..<3 {
            let scale = [
                accelerometer.calibration.matrix.first.x, accelerometer.calibration.matrix.second.y,
                accelerometer.calibration.matrix.third.z,
            ][axis]
            #expect(abs(scale * Unit.scale[axis] - 1) < 0.01)
        }
        #expect(accelerometer.measurements == 7)
        #expect(try #require(accelerometer.residual) < 0.005)
        let gyro = try #require(person.procedure.found[.gyro])
        #expect((gyro.calibration.offset - Unit.gyro).size < 0.01 * Unit.gyro.size)
        let field = try #require(person.procedure.found[.magnetometer])
        #expect((field.calibration.offset - Unit.magnetometer.offset).size < 0.49)
        #expect(field.fieldInMicrotesla == 49)
    }

    @Test("shows which sides are done, which one is up, and how long the unit has lain still")
    func guidance() throws {
        var person = Person(seed: 1, plan: .init([.accelerometer]))
        #expect(try person.lay().missing == Direction.allCases)
        person.lie(.plusZ, for: 1.2)
        var lay = try person.lay()
        #expect(lay.up == .plusZ)
        #expect(!lay.isTaken)
        #expect(1...1.3 ~= lay.lyingForSeconds)
        #expect(person.procedure.guidance.figures.contains("+z up: still for 1."))
        person.lie(.plusZ, for: 2.4)
        lay = try person.lay()
        #expect(lay.isTaken)
        #expect(lay.sides == [.plusZ])
        let headline = person.procedure.guidance.headline
        #expect(headline.contains("Good."))
        #expect(headline.contains("missing: +x, -x, +y, -y, -z"))
        person.shake(for: 0.3)
        #expect(try !person.lay().isTaken)
        #expect(person.procedure.guidance.figures.contains("it moves"))
    }

    @Test("makes progress with each new side, and loses none if a side is repeated")
    func progress() {
        var person = Person(seed: 2, plan: .init([.accelerometer]))
        var last = 0.0
        for side in Self.sides {
            person.lie(side, for: 2.6)
            #expect(person.procedure.guidance.progress > last)
            last = person.procedure.guidance.progress
            person.shake(for: 0.5)
        }
        #expect(person.procedure.guidance.headline.contains("leaning"))
        person.lie(.plusX, for: 1)
        #expect(person.procedure.guidance.figures.contains("lean it"))
        #expect(person.procedure.guidance.progress == last)
        person.shake(for: 0.5)
        person.lean(for: 2.6)
        #expect(person.procedure.guidance.progress == 1)
    }

    @Test("takes one rest from a sensor that is left lying, however long")
    func leftAlone() throws {
        var person = Person(seed: 3, plan: .init([.accelerometer]))
        person.lie(.plusZ, for: 60)
        #expect(try person.lay().rests == 1)
    }

    @Test("tolerates a side that is laid twice, and a rest that is too short")
    func clumsy() throws {
        var person = Person(seed: 4, plan: .init([.accelerometer, .gyro]))
        for side in Self.sides {
            person.lie(side, for: 1.5)
            person.shake(for: 0.3)
            person.lie(side, for: 2.6)
            person.shake(for: 0.2)
        }
        #expect(try person.lay().rests == 6)
        person.lean(for: 2.6)
        let found = try #require(person.procedure.found[.accelerometer])
        #expect((found.calibration.offset - Unit.accelerometer.offset).size < 0.01)
    }

    @Test("starts over if the sensor was pushed during a rest, says so, and then succeeds")
    func disturbed() throws {
        var person = Person(seed: 5, plan: .init([.accelerometer]))
        for side in Self.sides {
            person.lie(side, for: 2.6, pushed: side == .plusY ? 1.06 : 1)
            person.shake(for: 0.5)
        }
        person.lean(for: 2.6)
        #expect(person.procedure.found.isEmpty)
        let lay = try person.lay()
        #expect(lay.rests == 0)
        guard case .poorFit? = lay.fault else {
            Issue.record("\(String(describing: lay.fault))")
            return
        }
        #expect(person.procedure.guidance.headline.contains("Begin again"))
        person.shake(for: 0.5)
        for side in Self.sides {
            person.lie(side, for: 2.6)
            person.shake(for: 0.5)
        }
        person.lean(for: 2.6)
        #expect(person.procedure.isFinished)
    }

    @Test("does not take a repeated side as its check, and says what is missing")
    func twice() throws {
        var person = Person(seed: 15, plan: .init([.accelerometer]))
        for side in Self.sides + [.plusX, .plusZ] {
            person.lie(side, for: 2.6, pushed: side == .plusY ? 1.08 : 1)
            person.shake(for: 0.5)
        }
        #expect(person.procedure.found.isEmpty)
        #expect(try person.lay().rests == 6)
        #expect(person.procedure.missing == [.accelerometer: .unchecked])
        person.lean(for: 2.6)
        #expect(person.procedure.found.isEmpty)
        guard case .poorFit? = person.procedure.missing[.accelerometer] else {
            Issue.record("\(person.procedure.missing)")
            return
        }
    }

    @Test("counts one side once, however often a shaken desk interrupts its rest")
    func bumped() throws {
        var person = Person(seed: 16, plan: .init([.accelerometer]))
        for _ in 0..<40 {
            person.lie(.plusZ, for: 2.6)
            person.shake(for: 0.3)
        }
        #expect(try person.lay().rests == 1)
        for side in Self.sides {
            person.lie(side, for: 2.6)
            person.shake(for: 0.5)
        }
        person.lean(for: 2.6)
        #expect(person.procedure.isFinished)
    }

    @Test("ignores the field at a table with iron, on which the other sensors are calibrated")
    func ironTable() throws {
        let plan = CalibrationProcedure.Plan(
            [.accelerometer, .gyro, .magnetometer],
            fieldInMicrotesla: 49
        )
        var person = Person(seed: 17, plan: plan)
        person.iron = SIMD3(60, -20, 100)
        for side in Self.sides {
            person.lie(side, for: 2.6)
            person.turn(for: 8)
        }
        person.lean(for: 4)
        #expect(person.procedure.found[.magnetometer] == nil)
        #expect(person.procedure.guidance.progress == 0)
        person.iron = .zero
        person.turn(for: 60)
        let field = try #require(person.procedure.found[.magnetometer])
        #expect((field.calibration.offset - Unit.magnetometer.offset).size < 0.49)
    }

    @Test(
        "finds the magnetometer's offset despite one wrong reading",
        arguments: [100.0, 150, 300]
    )
    func spike(size: Double) throws {
        var person = Person(seed: 18, plan: .init([.magnetometer], fieldInMicrotesla: 49))
        person.turn(for: 5)
        person.feelField(Unit.magnetometer.offset + SIMD3(size, 0, 0))
        person.turn(for: 120)
        let field = try #require(person.procedure.found[.magnetometer])
        #expect((field.calibration.offset - Unit.magnetometer.offset).size < 0.49)
    }

    @Test("starts the magnetometer over after strong iron was near, and then succeeds")
    func muchIron() throws {
        var person = Person(seed: 19, plan: .init([.magnetometer], fieldInMicrotesla: 49))
        person.iron = SIMD3(400, 0, 0)
        person.turn(for: 3)
        person.iron = .zero
        person.turn(for: 200)
        let field = try #require(person.procedure.found[.magnetometer])
        #expect((field.calibration.offset - Unit.magnetometer.offset).size < 0.49)
    }

    @Test("says what is missing if it is stopped early")
    func brokenOff() {
        var person = Person(seed: 6, plan: .init([.accelerometer, .gyro, .magnetometer]))
        for side in Self.sides.dropLast() {
            person.lie(side, for: 2.6)
            person.shake(for: 0.5)
        }
        let missing = person.procedure.missing
        #expect(missing[.accelerometer] == .missing(.minusY))
        #expect(missing[.gyro] == .tooFew(found: 0, needed: 1))
        guard case .unseen? = missing[.magnetometer] else {
            Issue.record("\(missing)")
            return
        }
    }

    @Test("combines readings of two devices that come in batches, one after the other")
    func batches() throws {
        var procedure = CalibrationProcedure(.init([.accelerometer, .gyro]))
        var random = RandomWords(seed: 10)
        for batch in 0..<16 {
            let times = (0..<25).map { Double(batch) * 0.25 + Double($0) / 100 }
            for time in times {
                procedure.take(
                    SIMD3(0, 0, 1) + random.vector(0.005),
                    of: .accelerometer,
                    atSeconds: time
                )
            }
            for time in times {
                procedure.take(Unit.gyro + random.vector(0.003), of: .gyro, atSeconds: time)
            }
        }
        guard case .lay(let lay) = procedure.guidance else {
            Issue.record("\(procedure.guidance)")
            return
        }
        #expect(lay.sides == [.plusZ])
    }

    @Test("needs one rest for a gyroscope alone, on any side")
    func gyroscope() throws {
        var person = Person(seed: 7, plan: .init([.gyro]))
        person.shake(for: 1)
        person.lie(.minusX, for: 2.6)
        #expect(person.procedure.isFinished)
        let found = try #require(person.procedure.found[.gyro])
        #expect((found.calibration.offset - Unit.gyro).size < 0.01 * Unit.gyro.size)
    }

    @Test("does not take a magnetometer's noise for turning, and keeps few of many readings")
    func field() {
        var person = Person(seed: 8, plan: .init([.magnetometer]))
        for _ in 0..<50_000 { person.feelField(SIMD3(20, 5, -40) + person.random.vector(4)) }
        #expect(!person.procedure.isFinished)
        #expect(person.procedure.guidance.progress < 0.5)
        person = Person(seed: 8, plan: .init([.magnetometer]))
        person.turn(for: 120)
        #expect(person.procedure.isFinished)
        #expect(person.procedure.found[.magnetometer].map { $0.measurements <= 600 } == true)
    }

    @Test("tells the share of all directions in which the field was seen, and the needed share")
    func share() {
        var person = Person(seed: 8, plan: .init([.magnetometer]))
        person.turn(for: 3)
        guard case .turn(let turn) = person.procedure.guidance else {
            Issue.record("\(person.procedure.guidance)")
            return
        }
        #expect(turn.share > 0 && turn.share < turn.needed)
        let seen = Int((turn.share * 100).rounded(.down))
        let figures = person.procedure.guidance.figures
        #expect(figures == "\(seen) % of all directions seen, and this takes 80 %")
    }

    @Test("survives invalid readings and times")
    func nonsense() {
        var procedure = CalibrationProcedure(.init([.accelerometer, .gyro, .magnetometer]))
        let values = [0, 1, .nan, .infinity, -.infinity, 1e300, -1e-300, .greatestFiniteMagnitude]
        var random = RandomWords(seed: 9)
        for index in 0..<20_000 {
            let value = SIMD3<Double>(
                values.randomElement(using: &random) ?? 0,
                values.randomElement(using: &random) ?? 0,
                values.randomElement(using: &random) ?? 0
            )
            let sensor = MeasuredSensor.allCases.randomElement(using: &random) ?? .gyro
            let seconds =
                index % 7 == 0 ? values.randomElement(using: &random) ?? 0 : Double(index) / 100
            procedure.take(value, of: sensor, atSeconds: seconds)
            if index % 100 == 0 { #expect(0...1 ~= procedure.guidance.progress) }
        }
        #expect(!procedure.isFinished)
        #expect(!procedure.guidance.figures.isEmpty)
    }
}

/// A sensor unit with known errors.
private enum Unit {
    static let scale = SIMD3(1.04, 0.97, 1.015)
    static let accelerometer = WrongSensor(
        offset: SIMD3(0.03, -0.05, 0.02),
        distortion: AxisMatrix(
            SIMD3(1.04, 0.008, -0.006),
            SIMD3(-0.007, 0.97, 0.009),
            SIMD3(0.005, -0.008, 1.015)
        )
    )
    static let gyro = SIMD3(0.02, -0.035, 0.01)
    static let magnetometer = WrongSensor(
        offset: SIMD3(25, -40, 12),
        distortion: AxisMatrix(
            SIMD3(1.1, 0.05, -0.03),
            SIMD3(0.05, 0.92, 0.02),
            SIMD3(-0.03, 0.02, 1.03)
        )
    )
}

/// A simulated person who lays and turns such a unit, which gives 100 readings a second.
private struct Person {
    var procedure: CalibrationProcedure
    var random: RandomWords
    private var seconds = 1000.0
    /// What nearby iron adds to the field, in µT.
    var iron = SIMD3<Double>.zero
    /// The direction of the field in the sensor's frame.
    private var field = SIMD3(0.6, 0.0, -0.8)

    init(seed: UInt64, plan: CalibrationProcedure.Plan) {
        procedure = CalibrationProcedure(plan)
        random = RandomWords(seed: seed)
    }

    mutating func lie(_ side: Direction, for length: Double, pushed: Double = 1) {
        lie(Self.vector(side), for: length, pushed: pushed)
    }

    mutating func lean(for length: Double) { lie(SIMD3(0.58, 0.57, 0.58), for: length, pushed: 1) }

    private mutating func lie(_ direction: SIMD3<Double>, for length: Double, pushed: Double) {
        let tilted = direction + random.vector(0.08)
        let up = tilted / tilted.size * pushed
        for _ in 0..<Int(length * 100) {
            feel(
                Unit.accelerometer.reading(of: up) + random.vector(0.006),
                random.vector(0.003) + Unit.gyro
            )
        }
    }

    mutating func shake(for length: Double) {
        for _ in 0..<Int(length * 100) { feel(random.vector(1.5), random.vector(2)) }
    }

    /// Turns the unit about changing axes.
    mutating func turn(for length: Double) {
        var axis = random.direction()
        for index in 0..<Int(length * 100) {
            if index % 150 == 0 { axis = random.direction() }
            let cross = SIMD3(
                axis.y * field.z - axis.z * field.y,
                axis.z * field.x - axis.x * field.z,
                axis.x * field.y - axis.y * field.x
            )
            field += cross * 0.03
            field /= field.size
            feel(random.vector(1.5), random.vector(2))
        }
    }

    private mutating func feel(_ acceleration: SIMD3<Double>, _ rotation: SIMD3<Double>) {
        procedure.take(acceleration, of: .accelerometer, atSeconds: seconds)
        procedure.take(rotation, of: .gyro, atSeconds: seconds)
        feelField(Unit.magnetometer.reading(of: 49 * field) + iron + random.vector(0.4))
        seconds += 0.01
    }

    mutating func feelField(_ reading: SIMD3<Double>) {
        procedure.take(reading, of: .magnetometer, atSeconds: seconds)
    }

    func lay() throws -> CalibrationGuidance.Lay {
        guard case .lay(let lay) = procedure.guidance else { throw NoLay() }
        return lay
    }

    private struct NoLay: Error {}

    private static func vector(_ side: Direction) -> SIMD3<Double> {
        switch side {
        case .plusX: SIMD3(1, 0, 0)
        case .minusX: SIMD3(-1, 0, 0)
        case .plusY: SIMD3(0, 1, 0)
        case .minusY: SIMD3(0, -1, 0)
        case .plusZ: SIMD3(0, 0, 1)
        case .minusZ: SIMD3(0, 0, -1)
        }
    }
}
