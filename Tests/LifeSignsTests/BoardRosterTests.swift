internal import LifeSigns
internal import RandomWords
internal import Testing
internal import Timebase

@Suite("The boards that were heard of")
struct BoardRosterTests {
    private static let now = BootInstant(nanoseconds: 1_000_000_000_000)

    private static func at(_ seconds: Int64) -> (BootInstant, WallInstant) {
        (
            BootInstant(nanoseconds: now.nanoseconds + seconds * 1_000_000_000),
            WallInstant(
                nanosecondsSince1970: Signs.noon.nanosecondsSince1970 + seconds * 1_000_000_000
            )
        )
    }

    private static func roster(
        _ messages: [(topic: String, payload: [UInt8])],
        isKept: Bool = true,
        below prefix: String = "gait/home"
    ) -> BoardRoster {
        var roster = BoardRoster(below: prefix)
        for message in messages {
            roster.take(
                topic: [UInt8](message.topic.utf8),
                message.payload,
                isKept: isKept,
                at: now
            )
        }
        return roster
    }

    @Test("have a standing that depends on what they sent and when")
    func standings() throws {
        let sign = try Signs.full().json()
        let kept = Self.roster([("gait/home/b7/run/sign", sign)])
        let heard = try #require(kept.all.first?.heard)
        func standing(_ seconds: Int64) -> BoardStanding {
            heard.standing(at: Self.at(seconds).0, date: Self.at(seconds).1)
        }
        #expect(standing(0) == .alive)
        #expect(standing(90) == .alive)
        #expect(standing(91) == .overdue)
        #expect(standing(.max / 2_000_000_000_000) == .overdue)
        // The clock of the board is ahead: nobody knows how long it has been silent.
        #expect(standing(-3600) == .ahead)
        #expect(heard.age(at: Self.now, date: Self.at(-3600).1) == nil)
    }

    @Test("have a standing by the time of arrival if their sign arrived live")
    func heardHere() throws {
        let sign = try Signs.full(at: WallInstant(nanosecondsSince1970: 0)).json()
        let live = Self.roster([("gait/home/b7/run/sign", sign)], isKept: false)
        let heard = try #require(live.all.first?.heard)
        let (now, date) = Self.at(30)
        #expect(heard.standing(at: now, date: date) == .alive)
        #expect(heard.age(at: now, date: date) == .seconds(30))
    }

    @Test("are gone when the broker says so, and keep their last sign")
    func gone() throws {
        let sign = try Signs.full().json()
        var roster = Self.roster([
            ("gait/home/b7/run/sign", sign), ("gait/home/b7/run/state", [UInt8]("gone".utf8)),
        ])
        let heard = try #require(roster.all.first?.heard)
        #expect(heard.standing(at: Self.now, date: Signs.noon) == .gone)
        #expect(heard.sign?.task?.text == "WalkAndBalance")
        roster.take(
            topic: [UInt8]("gait/home/b7/run/state".utf8),
            [UInt8]("recording".utf8),
            isKept: false,
            at: Self.now
        )
        #expect(roster.all.first?.heard.standing(at: Self.now, date: Signs.noon) == .alive)
    }

    @Test("are not gone by the will of an earlier start")
    func oldWill() throws {
        var now = Signs.full()
        now.process = SaidIdentifier("second")
        var roster = Self.roster([
            ("gait/home/b7/run/sign", try now.json()),
            (
                "gait/home/b7/run/state",
                [UInt8](LifeSignTopic.will(of: SaidIdentifier("first")).utf8)
            ),
        ])
        func heard() throws -> BoardRoster.Heard { try #require(roster.all.first?.heard) }
        func standing() throws -> BoardStanding {
            try heard().standing(at: Self.now, date: Signs.noon)
        }
        #expect(try standing() == .alive)
        now.state = .stopped
        roster.take(
            topic: [UInt8]("gait/home/b7/run/sign".utf8),
            try now.json(),
            isKept: true,
            at: Self.now
        )
        #expect(try standing() == .stopped)
    }

    @Test("are judged by the newer of sign and state, if one of the two was lost")
    func parted() throws {
        var sign = Signs.full()
        sign.process = SaidIdentifier("second")
        var roster = BoardRoster(below: "gait/home")
        func hear(_ kind: LifeSignTopic.Kind, _ payload: [UInt8], isKept: Bool) {
            let topic = [UInt8]("gait/home/b7/run/\(kind.rawValue)".utf8)
            roster.take(topic: topic, payload, isKept: isKept, at: Self.now)
        }
        func standing() -> BoardStanding? {
            roster.all.first?.heard.standing(at: Self.now, date: Signs.noon)
        }
        let will = [UInt8](LifeSignTopic.will(of: SaidIdentifier("second")).utf8)
        hear(.sign, try sign.json(), isKept: true)
        hear(.state, will, isKept: false)
        #expect(standing() == .gone)
        #expect(roster.all.first?.heard.heardAt == nil, "a will does not come from the board")
        // Of two retained messages, nobody can tell which is newer.
        hear(.sign, try sign.json(), isKept: true)
        #expect(standing() == .gone)
        // Its sign arrives, but the state that replaces the will is lost.
        hear(.sign, try sign.json(), isKept: false)
        #expect(standing() == .alive)
        // Its farewell arrives, but the connection is lost before the broker learns of the proper end.
        sign.state = .stopped
        hear(.sign, try sign.json(), isKept: false)
        hear(.state, will, isKept: false)
        #expect(standing() == .stopped)
        // The same, if the broker has retained both messages.
        var later = BoardRoster(below: "gait/home")
        for (kind, payload) in [("state", will), ("sign", try sign.json())] {
            let topic = [UInt8]("gait/home/b7/run/\(kind)".utf8)
            later.take(topic: topic, payload, isKept: true, at: Self.now)
        }
        #expect(later.all.first?.heard.isGone == false)
    }

    @Test("are forgotten when somebody deletes their signs")
    func takenAway() throws {
        let sign = try Signs.full().json()
        let roster = Self.roster([
            ("gait/home/b7/run/sign", sign), ("gait/home/b7/run/state", [UInt8]("gone".utf8)),
            ("gait/home/b7/run/state", []), ("gait/home/b7/run/sign", []),
        ])
        #expect(roster.count == 0)
    }

    @Test(
        "do not count as heard from when somebody deletes one of their messages",
        arguments: ["state", "sign"]
    )
    func deletedMessage(kind: String) throws {
        let sign = try Signs.full().json()
        var roster = Self.roster([
            ("gait/home/b7/run/sign", sign), ("gait/home/b7/run/state", [UInt8]("gone".utf8)),
            ("gait/home/b8/run/sign", sign),
        ])
        for board in ["b7", "b8"] {
            roster.take(
                topic: [UInt8]("gait/home/\(board)/run/\(kind)".utf8),
                [],
                isKept: false,
                at: Self.now
            )
        }
        #expect(roster.all.first?.place.board == "b7")
        #expect(roster.all.allSatisfy { $0.heard.heardAt == nil })
    }

    @Test("are unreadable if their sign is, and foreign topics are left out")
    func unreadable() throws {
        let roster = Self.roster([
            ("gait/home/b7/run/sign", [0xFF, 0x00]),
            ("gait/home/b7/run/other", []), ("gait/home/b7/run", []), ("gait/b7/run/sign", []),
            ("gait/home/b7/run/sign/more", []), ("gait/home//run/sign", []),
            ("gait/home/\u{1B}[2J/run/sign", []),
        ])
        #expect(roster.count == 1)
        #expect(roster.leftOut == 6)
        #expect(
            roster.all.first?.heard.standing(at: Self.now, date: Signs.noon) == .unreadable
        )
    }

    @Test("are limited in number, and the others are counted")
    func many() throws {
        let sign = try Signs.full().json()
        var roster = BoardRoster(below: "", most: 1000)
        for board in 0..<100_000 {
            roster.take(
                topic: [UInt8]("b\(board)/run/sign".utf8),
                board < 2000 ? sign : [],
                isKept: true,
                at: Self.now
            )
        }
        #expect(roster.count == 1000)
        #expect(roster.leftOut == 99_000)
    }

    @Test("are shown without control characters, whatever they send")
    func harmless() throws {
        var random = RandomWords(seed: 7)
        let whole = try Signs.full().json()
        for _ in 0..<500 {
            var bytes = whole
            for _ in 0..<20 {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                // Most of these keep the JSON valid, but leave texts that nobody would write.
                bytes[index] =
                    [0x1B, 0x0A, 0x20, 0x22, 0x39, 0x7F].randomElement(using: &random) ?? 0
            }
            let roster = Self.roster([("gait/home/b7/run/sign", bytes)])
            for (place, heard) in roster.all {
                let line = BoardLine(place, heard, at: Self.now, date: Signs.noon)
                #expect(line.cells.count == BoardLine.heading.count)
                #expect(
                    line.cells.allSatisfy { cell in
                        cell.count <= 200
                            && cell.unicodeScalars.allSatisfy {
                                $0.value >= 0x20 && $0.value != 0x7F
                            }
                    }
                )
            }
        }
    }

    @Test("are shown in cells that say what is wrong")
    func cells() throws {
        let roster = Self.roster([("gait/home/b7/run/sign", try Signs.full().json())])
        let (place, heard) = try #require(roster.all.first)
        let (now, date) = Self.at(100)
        let line = BoardLine(place, heard, at: now, date: date)
        #expect(
            line.cells == [
                "b7", "run", "SILENT, was recording", "1 min", "1 min ago",
                "WalkAndBalance / walk/walkOut", "P07", "2: 299.8 /s 1 FAILED", "3", "71 %",
                "12.0 GB free", "2, oldest 1 min",
            ]
        )
        #expect(line.isAlarming)
    }
}
