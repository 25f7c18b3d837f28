internal import FoundationEssentials
internal import LifeSigns
internal import RandomWords
internal import Testing
internal import Timebase

@Suite("A life sign")
struct LifeSignTests {
    @Test("is read back as it was sent")
    func roundTrip() throws {
        let sign = Signs.full()
        #expect(try LifeSign(json: try sign.json()) == sign)
    }

    @Test("has no key for anything but these, so that nothing else can leave a board")
    func keys() throws {
        let object = try JSONSerialized.object(try Signs.full().json())
        #expect(
            Set(object.keys) == [
                "schema", "board", "part", "software", "process", "when", "state", "since",
                "nextWithinSeconds", "session", "task", "step", "subject", "isSubjectWithheld",
                "sensors", "sensorsLeftOut", "samples", "lost", "battery", "disk", "outbox",
            ]
        )
        #expect(
            Set(object.inner("sensors")) == [
                "recorder", "kind", "askedPerSecond", "perSecond", "samples", "lost", "hasFailed",
            ]
        )
        #expect(Set(object.inner("battery")) == ["percent", "isCharging"])
        #expect(Set(object.inner("disk")) == ["freeBytes", "totalBytes"])
        #expect(Set(object.inner("outbox")) == ["waiting", "oldest"])
    }

    @Test("is small, however many recorders there are and whatever they are called")
    func size() throws {
        var sign = Signs.full()
        sign.task = SaidIdentifier(String(repeating: "\u{1}ä\"\\", count: 5000))
        sign.step = SaidIdentifier(String(repeating: "👩🏽‍🚀", count: 5000))
        sign.sensors = (0..<10_000).map {
            LifeSign.Sensor(
                recorder: String(repeating: "\"", count: 300) + "\($0)",
                kind: "motion",
                perSecond: .greatestFiniteMagnitude,
                samples: .max,
                lost: .min
            )
        }
        sign.sensorsLeftOut = nil
        let bytes = try sign.json()
        #expect(bytes.count <= LifeSign.mostBytes)
        let read = try LifeSign(json: bytes)
        #expect(read.sensors.count + (read.sensorsLeftOut ?? 0) == 10_000)
        #expect(!read.sensors.isEmpty)
    }

    @Test("has no rate that is negative, not finite or far too large")
    func rates() {
        for rate in [Double.nan, .infinity, -.infinity, -1, 1e300] {
            let sensor = LifeSign.Sensor(
                recorder: "a",
                kind: "motion",
                askedPerSecond: rate,
                perSecond: rate,
                samples: 0,
                lost: 0
            )
            #expect(sensor.perSecond == nil)
            #expect(sensor.askedPerSecond == nil)
        }
    }

    @Test("is refused with a reason if it is of a newer Footfall, too long, empty or torn")
    func refusals() throws {
        func problem(_ text: String) -> String? {
            do throws(LifeSignProblem) {
                _ = try LifeSign(json: [UInt8](text.utf8))
                return nil
            } catch {
                return error.description
            }
        }
        #expect(problem("") == "it is empty")
        #expect(problem("hello") == "it is no life sign")
        #expect(problem("[]") == "it is no life sign")
        #expect(problem(#"{"schema":1}"#) == "it is no whole life sign")
        #expect(problem(#"{"schema":2}"#) == "it is of schema 2, which a newer Footfall reads")
        #expect(problem(String(repeating: " ", count: 5000))?.contains("5000 bytes") == true)
        #expect(problem(String(repeating: "[", count: 4000)) == "it is no life sign")
    }

    @Test("with changed or missing bytes is refused, or has only possible numbers")
    func mutations() throws {
        var random = RandomWords(seed: 25)
        let whole = try Signs.full().json()
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1:
                    bytes[index] = [UInt8]("09-e.\"{}[],".utf8).randomElement(using: &random) ?? 0
                default: bytes.removeSubrange(index..<min(bytes.count, index + 3))
                }
            }
            guard let sign = try? LifeSign(json: bytes) else { continue }
            #expect(sign.samples >= 0)
            #expect(sign.lost >= 0)
            #expect(sign.battery.map { (0...100).contains($0.percent) } != false)
            #expect(sign.board.utf8.count <= BoardName.mostBytes)
            #expect((sign.outbox?.waiting ?? 0) >= 0)
            let again = try LifeSign(json: try sign.json())
            #expect(again == sign)
        }
    }
}

/// Life signs for the tests.
enum Signs {
    static let noon = WallInstant(nanosecondsSince1970: 1_795_867_200_000_000_000)

    /// A sign in which every field is set.
    static func full(at date: WallInstant = noon) -> LifeSign {
        var sign = LifeSign(
            board: "board-07",
            part: "run",
            software: "footfall 0.1.0",
            when: date,
            state: .recording,
            since: date
        )
        sign.process = SaidIdentifier("3w5e11264sgsf")
        sign.nextWithinSeconds = 60
        sign.session = SessionMark(folderName: "2026-11-28T101500Z_WalkAndBalance_1f6a03bc")
        sign.task = SaidIdentifier("WalkAndBalance")
        sign.step = SaidIdentifier("walk/walkOut")
        sign.subject = Pseudonym("P07")
        sign.isSubjectWithheld = true
        sign.sensors = [
            LifeSign.Sensor(
                recorder: "motion",
                kind: "motion",
                askedPerSecond: 300,
                perSecond: 299.8,
                samples: 12_000,
                lost: 3,
                hasFailed: true
            )
        ]
        sign.sensorsLeftOut = 1
        (sign.samples, sign.lost) = (12_000, 3)
        sign.battery = LifeSign.Power(percent: 71, isCharging: false)
        sign.disk = LifeSign.Room(freeBytes: 12_000_000_000, totalBytes: 30_000_000_000)
        sign.outbox = LifeSign.Outbox(waiting: 2, oldest: date)
        return sign
    }
}

/// JSON that is decoded without the types that have encoded it.
enum JSONSerialized: Decodable {
    case object([String: JSONSerialized])
    case array([JSONSerialized])
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let object = try? container.decode([String: JSONSerialized].self) {
            self = .object(object)
        } else if let array = try? container.decode([JSONSerialized].self) {
            self = .array(array)
        } else {
            self = .other
        }
    }

    static func object(_ bytes: [UInt8]) throws -> [String: JSONSerialized] {
        guard case .object(let object) = try JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return [:] }
        return object
    }
}

extension [String: JSONSerialized] {
    /// The keys of a nested object, or of the first object of a nested list.
    func inner(_ key: String) -> [String] {
        switch self[key] {
        case .object(let object): Array<String>(object.keys)
        case .array(let array):
            if case .object(let object)? = array.first { Array<String>(object.keys) } else { [] }
        default: []
        }
    }
}
