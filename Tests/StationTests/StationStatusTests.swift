internal import FoundationEssentials
internal import Station
internal import Testing
internal import Timebase

@Suite("The status of a station")
struct StationStatusTests {
    private static let noon = WallInstant(nanosecondsSince1970: 1_795_262_400_000_000_000)

    private static func status() -> StationStatus {
        var status = StationStatus(state: .recording, since: noon, when: noon)
        status.session = "/data/2026-11-21T101500Z_walk_1f6a03bc"
        (status.samples, status.lost) = (12_345, 2)
        (status.diskFreeBytes, status.diskDaysLeft) = (5_000_000_000, 12.39)
        return status
    }

    private struct Document: Decodable {
        var schema: Int
        var state: String
        var since: String
        var samples: Int
        var stalled: [String]
        var diskDaysLeft: Double?
        var lastError: String?
    }

    @Test("is a JSON object, with days rounded down to a tenth")
    func document() throws {
        let bytes = try Self.status().json()
        let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
        #expect(document.schema == 1 && document.state == "recording")
        #expect(document.since == TimestampText.format(Self.noon))
        #expect(document.samples == 12_345 && document.stalled.isEmpty)
        #expect(document.diskDaysLeft == 12.3 && document.lastError == nil)
        #expect(bytes.last == UInt8(ascii: "\n"))
    }

    @Test(
        "can be written for any number of days",
        arguments: [
            (Double.nan, nil), (.infinity, nil), (-1, nil), (0, 0), (1e300, 100_000),
        ] as [(Double, Double?)]
    )
    func days(days: Double, written: Double?) throws {
        var status = Self.status()
        status.diskDaysLeft = days
        let document = try JSONDecoder().decode(Document.self, from: Data(try status.json()))
        #expect(document.diskDaysLeft == written)
    }

    @Test("is one line for systemctl, without control characters")
    func line() {
        var status = Self.status()
        #expect(
            status.line
                == "recording; 12,345 samples, 2 lost; to /data/2026-11-21T101500Z_walk_1f6a03bc; the disk lasts 12.3 days"
        )
        status.stalled = ["motion"]
        #expect(status.line.contains("NOTHING COMES from motion"))
        status = StationStatus(state: .fault, since: Self.noon, when: Self.noon)
        status.lastError = "iio: gone\nplug it in \u{1B}[2J"
        #expect(!status.line.contains("\n") && !status.line.contains("\u{1B}"))
        #expect(status.line.hasPrefix("fault; iio: gone"))
    }

    @Test("has journald's priority in front only if journald reads it")
    func journal() {
        #expect(JournalPriority.error.line("it failed", toJournal: true) == "<3>it failed")
        #expect(JournalPriority.error.line("it failed", toJournal: false) == "it failed")
        #expect(JournalPriority(ofMessage: "note: a device came") == .notice)
        #expect(JournalPriority(ofMessage: "iio: it is gone; plug it in") == .warning)
    }
}
