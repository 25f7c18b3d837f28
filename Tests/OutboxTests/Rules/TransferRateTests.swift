// How fast sessions may go, as people write it.

import Outbox
import Testing

@Suite("A limit of bytes in a second")
struct TransferRateTests {
    @Test(
        "is read with its unit",
        arguments: [
            ("2MB/s", 2_000_000), ("2 MB/s", 2_000_000), ("1.5MB", 1_500_000), ("64KiB/s", 65_536),
            ("500k", 500_000), ("1000", 1000), ("1000B/s", 1000), ("3GiB/s", 3_221_225_472),
        ] as [(String, Int64)]
    )
    func read(text: String, bytes: Int64) throws {
        let rate = try TransferRate(text)
        #expect(rate.bytesPerSecond == bytes)
        #expect(rate.rcloneArguments == ["--bwlimit", "\(bytes)B"])
    }

    @Test(
        "is refused where it is none",
        arguments: [
            "", "fast", "0", "-2MB/s", "2Mbit/s", "2MBit", "2Mb/s", "2mb", "500kb/s", "64Kib/s",
            "1e9", "nan", "inf", "999", "2 M B", "2MB/s/s",
            "99999999999999999999", "9999999999TB", "1.2.3MB", "B/s", "/s", "0x10k",
        ]
    )
    func refused(text: String) {
        #expect(throws: SendRuleError.self) { try TransferRate(text) }
    }
}
