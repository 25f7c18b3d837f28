import Testing

@testable import LocationRecorder

@Suite("Where a gpsd answers")
struct ReceiverAddressTests {
    @Test(
        "is a machine and a port, which is gpsd's own if none is given",
        arguments: [
            ("localhost", "localhost:2947", true), ("localhost:4000", "localhost:4000", true),
            ("127.0.0.5", "127.0.0.5:2947", true), ("[::1]:5", "[::1]:5", true),
            ("::1", "[::1]:2947", true), ("wearable:2947", "wearable:2947", false),
            ("192.168.7.2", "192.168.7.2:2947", false), ("[fe80::1]", "[fe80::1]:2947", false),
            ("localhost.example", "localhost.example:2947", false),
        ]
    )
    func reads(text: String, whole: String, isHere: Bool) throws {
        let address = try ReceiverAddress(text)
        #expect(address.text == whole)
        #expect(try ReceiverAddress(address.text) == address)
        #expect(address.isOfThisMachine == isHere)
    }

    @Test(
        "is refused where it is none, and what to write is told",
        arguments: [
            "", ":2947", "host:", "host:0", "host:70000", "host:x", "/dev/ttyACM0", "a b", "[::1]x",
        ]
    )
    func refuses(text: String) {
        let error = #expect(throws: LocationError.self) { try ReceiverAddress(text) }
        #expect(error?.kind == .noAddress)
        #expect(error?.remedy?.contains("localhost:2947") == true)
    }
}
