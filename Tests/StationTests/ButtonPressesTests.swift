internal import Station
internal import Testing
internal import Timebase

@Suite("A station's button")
struct ButtonPressesTests {
    private static func at(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: 1_000_000_000_000 + milliseconds * 1_000_000)
    }

    @Test("is pressed when it is released, and held once it was down for five seconds")
    func meanings() {
        var button = ButtonPresses()
        #expect(button.dueAt == nil)
        _ = button.goDown(at: Self.at(0))
        #expect(button.dueAt == Self.at(5000))
        let short = button.goUp(at: Self.at(300))
        #expect(short == .pressed)
        _ = button.goDown(at: Self.at(1000))
        let early = button.look(at: Self.at(5999))
        let due = button.look(at: Self.at(6000))
        #expect(early == nil && due == .held)
        let up = button.goUp(at: Self.at(7000))
        #expect(up == nil, "it was told already")
    }

    @Test("is held also if nobody looked in time")
    func late() {
        var button = ButtonPresses()
        _ = button.goDown(at: Self.at(0))
        let up = button.goUp(at: Self.at(5000))
        #expect(up == .held)
    }

    @Test("does not press twice when it bounces")
    func bounces() {
        var button = ButtonPresses()
        _ = button.goDown(at: Self.at(0))
        _ = button.goDown(at: Self.at(1))
        let first = button.goUp(at: Self.at(200))
        _ = button.goDown(at: Self.at(210))
        let second = button.goUp(at: Self.at(215))
        _ = button.goDown(at: Self.at(600))
        let third = button.goUp(at: Self.at(700))
        #expect(first == .pressed && second == nil && third == .pressed)
    }

    @Test("is held, not pressed, if its contact bounces as it goes down")
    func bouncesDown() {
        var button = ButtonPresses()
        _ = button.goDown(at: Self.at(0))
        let bounce = button.goUp(at: Self.at(2))
        _ = button.goDown(at: Self.at(4))
        let early = button.look(at: Self.at(300))
        let held = button.look(at: Self.at(5000))
        #expect(bounce == nil && early == nil && held == .held)
    }

    @Test("is pressed once by a very short press, as soon as that cannot be a bounce")
    func tap() {
        var button = ButtonPresses()
        _ = button.goDown(at: Self.at(0))
        let up = button.goUp(at: Self.at(30))
        #expect(button.dueAt == Self.at(80))
        let early = button.look(at: Self.at(70))
        let due = button.look(at: Self.at(80))
        let again = button.look(at: Self.at(9000))
        #expect(up == nil && early == nil && due == .pressed && again == nil)
        #expect(button.dueAt == nil)
    }

    @Test("is pressed twice by two very short presses, even if nobody looked between them")
    func twoTaps() {
        var button = ButtonPresses()
        let firstDown = button.goDown(at: Self.at(0))
        let firstUp = button.goUp(at: Self.at(30))
        let secondDown = button.goDown(at: Self.at(300))
        let secondUp = button.goUp(at: Self.at(330))
        let look = button.look(at: Self.at(1000))
        #expect(firstDown == nil && firstUp == nil)
        #expect(secondDown == .pressed)
        #expect(secondUp == nil && look == .pressed)
    }

    @Test("is neither pressed nor held after lost events, or if it was down from the beginning")
    func lost() {
        var button = ButtonPresses()
        let stray = button.goUp(at: Self.at(0))
        _ = button.goDown(at: Self.at(10))
        button.lose()
        let after = button.goUp(at: Self.at(9000))
        let look = button.look(at: Self.at(9000))
        #expect(stray == nil && after == nil && look == nil)
    }
}
