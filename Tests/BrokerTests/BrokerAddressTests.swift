import Testing

@testable import Broker

@Suite("The address of a broker")
struct BrokerAddressTests {
    @Test("has a host, and by default the usual port")
    func plain() throws {
        let plain = try BrokerAddress("mqtt://broker.example")
        #expect(plain.host == "broker.example")
        #expect(plain.port == 1883)
        #expect(!plain.isEncrypted)
        #expect(plain.prefix.isEmpty)
        #expect(plain.user == nil)
        #expect(try BrokerAddress("mqtts://broker.example").port == 8883)
        #expect(try BrokerAddress("MQTTS://broker.example/").isEncrypted)
    }

    @Test("has a user, a port, a prefix and files")
    func whole() throws {
        let address = try BrokerAddress(
            "mqtts://gait%40lab@[2001:db8::1]:993/studies/a%20b?ca=/c.pem&cert=b.pem&key=b.key&password-file=p%26q"
        )
        #expect(address.user == "gait@lab")
        #expect(address.host == "2001:db8::1")
        #expect(address.port == 993)
        #expect(address.prefix == "studies/a b")
        #expect(address.files.authorities == "/c.pem")
        #expect(address.files.certificate == "b.pem")
        #expect(address.files.key == "b.key")
        #expect(address.files.password == "p&q")
    }

    @Test("is shown without the names of its files")
    func shown() throws {
        let text = "mqtts://me@[::1]:99/a?password-file=secret"
        #expect("\(try BrokerAddress(text))" == "mqtts://me@[::1]:99/a")
        #expect("\(try BrokerAddress("mqtt://h:1883//a//b/"))" == "mqtt://h/a/b")
    }

    @Test("gives topics below its prefix, and refuses a level that is not a single valid one")
    func topics() throws {
        let address = try BrokerAddress("mqtt://h/study")
        #expect(address.topic("board", "life")?.text == "study/board/life")
        #expect(address.filter("+", "life") == "study/+/life")
        #expect(address.topic("a/b") == nil)
        #expect(address.topic("") == nil)
        #expect(address.topic("a#") == nil)
        #expect(try BrokerAddress("mqtt://h").topic("board")?.text == "board")
        #expect(try BrokerAddress("mqtt://h").topic("$SYS") == nil)
        #expect(BrokerTopic(String(repeating: "a", count: 1025)) == nil)
        #expect(BrokerTopic("a\u{0}b") == nil)
        for scalar in ["\u{FFFE}", "\u{1FFFF}", "\u{85}"] {
            #expect(BrokerTopic("a\(scalar)b") == nil)
        }
    }

    @Test(
        "is refused with a remedy if a part of it is wrong",
        arguments: [
            ("", "write mqtts://HOST"), ("broker", "write mqtts://HOST"),
            ("http://broker", "write mqtts://HOST"), ("mqtt://", "write mqtts://HOST"),
            ("mqtt://a b", "write mqtts://HOST"), ("mqtt://-h", "write mqtts://HOST"),
            ("mqtt://h:0", "1 to 65535"), ("mqtt://h:65536", "1 to 65535"),
            ("mqtt://h:+1", "1 to 65535"), ("mqtt://h:1x", "1 to 65535"),
            ("mqtt://[::1", "write [2001:db8::1]"), ("mqtt://[abc]", "write [2001:db8::1]"),
            ("mqtt://h/a+", "leave out"), ("mqtt://h/$SYS", "leave out"),
            ("mqtt://h/%", "write %25"), ("mqtt://h/%+1", "write %25"), ("mqtt://h/%00", "UTF-8"),
            ("mqtt://h/%ff", "UTF-8"), ("mqtt://@h", "USER@HOST"),
            ("mqtts://h?ca", "ca=FILE"), ("mqtts://h?other=1", "password-file"),
            ("mqtts://h?ca=a&ca=b", "give it once"), ("mqtt://h?ca=a", "write mqtts://"),
            ("mqtts://h?cert=a", "both cert=FILE and key=FILE"),
            ("mqtts://h?key=a", "both cert=FILE and key=FILE"),
            ("mqtts://h?password-file=a", "USER@HOST"),
        ]
    )
    func refused(text: String, remedy: String) throws {
        let error = try #require(throws: BrokerAddressError.self) { try BrokerAddress(text) }
        #expect(error.description.contains(remedy), "\(error)")
    }

    @Test("is refused with a password in it, which the error does not show")
    func password() throws {
        let error = try #require(throws: BrokerAddressError.self) {
            try BrokerAddress("mqtts://me:hunter2@host/study")
        }
        #expect(!error.description.contains("hunter2"))
        #expect(error.remedy.contains("password-file"))
    }

    @Test(
        "is refused if the password would be sent to another machine without encryption",
        arguments: ["broker", "10.9.9.1", "[2001:db8::1]", "127.example"]
    )
    func openPassword(host: String) throws {
        let error = try #require(throws: BrokerAddressError.self) {
            try BrokerAddress("mqtt://me@\(host)?password-file=p")
        }
        #expect(error.remedy.contains("mqtts://"))
        #expect(throws: Never.self) { try BrokerAddress("mqtts://me@\(host)?password-file=p") }
        #expect(throws: Never.self) { try BrokerAddress("mqtt://me@\(host)") }
    }

    @Test(
        "may have a password without encryption on this machine",
        arguments: ["localhost", "127.0.0.1", "[::1]"]
    )
    func ownPassword(host: String) throws {
        #expect(throws: Never.self) { try BrokerAddress("mqtt://me@\(host)?password-file=p") }
    }
}
