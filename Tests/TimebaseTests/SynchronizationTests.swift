import SystemCalls
import Testing

@testable import Timebase

@Suite("How well the clock is held")
struct SynchronizationTests {
    static let now = BootInstant(nanoseconds: 7_000_000_000)

    // As chronyc 4.3 of Debian prints it, of a client that was held to 10.71.0.1 and 2.2 µs ahead.
    static let held =
        "0A470001,10.71.0.1,4,1795889208.089562407,-0.000002152,0.000000007,0.000000317,0.003,0.001,0.337,"
        + "0.000008421,0.000001826,0.3,Normal\n"

    // As pmc of linuxptp 3.1.1 prints it, of a port that is held.
    static let ported = """
        sending: GET TIME_STATUS_NP
        sending: GET CURRENT_DATA_SET
        sending: GET PORT_DATA_SET
        \tcedcc3.fffe.054264-0 seq 0 RESPONSE MANAGEMENT TIME_STATUS_NP 
        \t\tmaster_offset              -1250
        \t\tgmPresent                  true
        \t\tgmIdentity                 e29136.fffe.5c61fd
        \tcedcc3.fffe.054264-0 seq 1 RESPONSE MANAGEMENT CURRENT_DATA_SET 
        \t\tstepsRemoved     1
        \t\toffsetFromMaster -1250.5
        \t\tmeanPathDelay    640.0
        \tcedcc3.fffe.054264-1 seq 2 RESPONSE MANAGEMENT PORT_DATA_SET 
        \t\tportState               SLAVE
        """

    @Test("is what chrony says, its offset with the sign that it has in words")
    func chrony() throws {
        let told = try #require(ClockSynchronization(chronyTracking: Self.held, at: Self.now))
        #expect(told.source == "chrony")
        #expect(told.isSynchronized)
        #expect(told.reference == "10.71.0.1")
        #expect(told.stratum == 4)
        // "0.000002152 seconds fast of NTP time".
        #expect(told.offsetNanoseconds == 2152)
        #expect(told.rootMeanSquareNanoseconds == 317)
        // Half of the way there and back, the dispersion, and the offset.
        #expect(told.errorNanoseconds == 8189)
        #expect(told.frequencyPPM == 0.003)
        #expect(told.skewPPM == 0.337)
        #expect(told.leap == "normal")
        #expect(told.boottimeNanoseconds == 7_000_000_000)
    }

    @Test("says of a clock that is its own reference, or has none, that it is held to nothing")
    func unheld() throws {
        let own =
            "7F7F0101,,3,1795889200.181664165,0.000000000,0.000000000,0.000000000,0.000,0.000,0.000,"
            + "0.000000000,0.000000000,0.0,Normal"
        let told = try #require(ClockSynchronization(chronyTracking: own, at: Self.now))
        #expect(!told.isSynchronized)
        #expect(told.reference == "local")
        #expect(told.errorNanoseconds == nil)
        let none =
            "00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,-12.5,0.000,0.000,1.000000000,"
            + "1.000000000,0.0,Not synchronised"
        let lost = try #require(ClockSynchronization(chronyTracking: none, at: Self.now))
        #expect(!lost.isSynchronized)
        #expect(lost.leap == "unsynchronized")
        #expect(lost.frequencyPPM == -12.5)
        #expect(lost.offsetNanoseconds == nil)
    }

    @Test(
        "is not what is no line of chrony's",
        arguments: [
            "", "\n", "506 Cannot talk to daemon\n", held + held, "a,b,c",
            held.replacing("0.000000317", with: "nan"), held.replacing("0.337", with: "inf"),
            held.replacing(",4,", with: ",four,"),
            String(repeating: ",", count: 13), String(repeating: "9", count: 4096),
        ]
    )
    func noTracking(text: String) {
        #expect(ClockSynchronization(chronyTracking: text, at: Self.now) == nil)
    }

    @Test("keeps no time that nobody measures, and no name that nobody reads")
    func excess() throws {
        let far = Self.held.replacing("-0.000002152", with: "1e300")
            .replacing("10.71.0.1", with: "\u{1B}[2J")
        let told = try #require(ClockSynchronization(chronyTracking: far, at: Self.now))
        #expect(told.offsetNanoseconds == nil)
        #expect(told.errorNanoseconds == nil)
        // The number that it also has, in hexadecimal digits.
        #expect(told.reference == "0A470001")
    }

    @Test("is what linuxptp says of a port that is held to a master")
    func ptp() throws {
        let told = try #require(ClockSynchronization(ptpManagement: Self.ported, at: Self.now))
        #expect(told.source == "ptp4l")
        #expect(told.isSynchronized)
        #expect(told.reference == "e29136.fffe.5c61fd")
        #expect(told.stratum == 1)
        #expect(told.offsetNanoseconds == -1251)
        #expect(told.errorNanoseconds == 1891)
        for state in ["UNCALIBRATED", "MASTER", "LISTENING"] {
            let text = Self.ported.replacing("SLAVE", with: state)
            #expect(ClockSynchronization(ptpManagement: text, at: Self.now) == nil)
        }
        let alone = Self.ported.replacing("true", with: "false")
        #expect(ClockSynchronization(ptpManagement: alone, at: Self.now) == nil)
        let silent = "sending: GET CURRENT_DATA_SET\n"
        #expect(ClockSynchronization(ptpManagement: silent, at: Self.now) == nil)
    }

    @Test("survives whatever a program prints")
    func anything() {
        var state: UInt64 = 25
        for text in [Self.held, Self.ported] {
            let bytes = Array(text.utf8)
            for _ in 0..<500 {
                var changed = bytes
                for _ in 0..<3 {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    changed[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
                }
                let words = String(decoding: changed, as: UTF8.self)
                let told = [
                    ClockSynchronization(chronyTracking: words, at: Self.now),
                    ClockSynchronization(ptpManagement: words, at: Self.now),
                ]
                for told in told.compactMap(\.self) {
                    #expect(told.frequencyPPM?.isFinite != false)
                    #expect(told.skewPPM?.isFinite != false)
                }
            }
        }
    }

    @Test("is what the kernel says, whose correction is against the clock's own way")
    func kernel() throws {
        var told = try ClockDiscipline.read()
        (told.isSynchronized, told.leap) = (true, 0)
        (told.pendingNanoseconds, told.correctionPPM) = (1500, 12.5)
        told.greatestErrorNanoseconds = 16_000_000
        told.estimatedErrorNanoseconds = 120_000
        let held = ClockSynchronization(told, at: Self.now)
        #expect(held.source == "kernel")
        // It is still to be put forward: it is behind.
        #expect(held.offsetNanoseconds == -1500)
        #expect(held.frequencyPPM == -12.5)
        #expect(held.errorNanoseconds == 16_000_000)
        #expect(held.rootMeanSquareNanoseconds == 120_000)
        #expect(held.leap == "normal")
        told.isSynchronized = false
        let free = ClockSynchronization(told, at: Self.now)
        #expect(!free.isSynchronized)
        #expect(free.errorNanoseconds == nil)
        #expect(free.leap == "unsynchronized")
        told.pendingNanoseconds = .min
        told.isSynchronized = true
        #expect(ClockSynchronization(told, at: Self.now).offsetNanoseconds == .max)
    }

    @Test("is asked of the kernel of this machine without any right")
    func thisMachine() throws {
        let told = try ClockDiscipline.read()
        #expect(told.greatestErrorNanoseconds >= 0)
        #expect(told.correctionPPM.magnitude < 200_000)
    }
}

@Suite("Asking how well the clock is held")
struct SynchronizationInquiryTests {
    private func chrony(_ words: [String]) -> SynchronizationInquiry.Program {
        SynchronizationInquiry.Program(source: ClockSynchronization.chrony, words: [words])
    }

    private func script(_ text: String) -> [String] { ["/bin/sh", "-c", text] }

    /// Sleeps, and goes on.
    private func sleep(_ duration: Duration) -> Bool {
        let wakeEvent = WakeEvent()
        wakeEvent.wait(since: wakeEvent.count, upTo: duration)
        return false
    }

    @Test("takes the word of the first program that has one, and else the kernel's")
    func order() {
        let line = SynchronizationTests.held.replacing("\n", with: "")
        var inquiry = SynchronizationInquiry([
            chrony(["/nowhere/chronyc"]),
            chrony(script("echo '506 Cannot talk to daemon'; exit 1")),
            chrony(script("echo '\(line)'")),
        ])
        for _ in 1...2 {
            let told = inquiry.ask(within: .seconds(60), sleepingBy: sleep)
            #expect(told?.source == "chrony")
            #expect(told?.offsetNanoseconds == 2152)
        }
        var alone = SynchronizationInquiry([chrony(["/nowhere/chronyc"])])
        #expect(alone.ask(within: .seconds(60), sleepingBy: sleep)?.source == "kernel")
    }

    @Test("reports an unsynchronised chrony only if linuxptp follows no master either")
    func unsynchronizedChrony() {
        let line =
            "00000000,,0,0.000000000,0.000000000,0.000000000,0.000000000,-12.5,0.000,0.000,1.000000000,"
            + "1.000000000,0.0,Not synchronised"
        let free = chrony(script("echo '\(line)'"))
        func linuxptp(_ text: String) -> SynchronizationInquiry.Program {
            SynchronizationInquiry.Program(
                source: ClockSynchronization.ptp,
                words: [script("echo '\(text)'")]
            )
        }
        let ported = SynchronizationTests.ported
        var inquiry = SynchronizationInquiry([free, linuxptp(ported)])
        let held = inquiry.ask(within: .seconds(60), sleepingBy: sleep)
        #expect(held?.source == "ptp4l" && held?.isSynchronized == true)
        let listening = ported.replacing("SLAVE", with: "LISTENING")
        var alone = SynchronizationInquiry([free, linuxptp(listening)])
        let told = alone.ask(within: .seconds(60), sleepingBy: sleep)
        #expect(told?.source == "chrony" && told?.isSynchronized == false)
    }

    @Test("kills a program that hangs, with what it has started, and asks the kernel")
    func hung() {
        var inquiry = SynchronizationInquiry([chrony(script("sleep 1000 & wait"))])
        let told = inquiry.ask(within: .milliseconds(50), sleepingBy: sleep)
        #expect(told?.source == "kernel")
        // One that hung is not waited for at the end.
        let last = inquiry.ask(within: .seconds(1000), askingHung: false, sleepingBy: sleep)
        #expect(last?.source == "kernel")
    }

    @Test("gives all programs one time together, where it is given one")
    func together() {
        let hanging = chrony(script("sleep 1000"))
        var inquiry = SynchronizationInquiry([hanging, hanging, hanging])
        // Each alone would have as long as there is.
        let told = inquiry.ask(
            within: .seconds(1_000_000),
            inAll: .milliseconds(50),
            sleepingBy: sleep
        )
        #expect(told?.source == "kernel")
    }

    @Test("asks nobody at the end who was given up before")
    func givenUpBefore() {
        var inquiry = SynchronizationInquiry([chrony(script("sleep 1000"))])
        #expect(inquiry.ask(within: .seconds(1000), sleepingBy: { _ in true }) == nil)
        let last = inquiry.ask(within: .seconds(1000), askingHung: false, sleepingBy: sleep)
        #expect(last?.source == "kernel")
    }

    @Test("is given up as soon as whoever sleeps says so")
    func givenUp() {
        var inquiry = SynchronizationInquiry([chrony(script("sleep 1000"))])
        #expect(inquiry.ask(within: .seconds(1000), sleepingBy: { _ in true }) == nil)
    }
}
