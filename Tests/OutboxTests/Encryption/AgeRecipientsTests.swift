// To whom sessions are encrypted, as keys and files of keys say it.

import RandomWords
import Testing

@testable import Outbox

private let key = "age1fxs4zep4ukwerld5pwmgw6expeuk35um509plsdtnd87nke2652s8at8ew"
private let other = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"

@Suite("The readers of encrypted sessions")
struct AgeRecipientsTests {
    @Test("are a public key, also in capitals")
    func one() throws {
        #expect(try AgeRecipients(key).keys == [key])
        #expect(try AgeRecipients(key.uppercased()).keys == [key])
    }

    @Test("are each key of a file once, beside comments, spaces and empty lines")
    func file() throws {
        let text =
            "# the study\r\n\(key)  \n\n  \(other)\n\(key)\nssh-ed25519 AAAAC3NzaC1+/= lead@study\n"
        let keys = try AgeRecipients(lines: text, of: "keys").keys
        #expect(keys == [key, other, "ssh-ed25519 AAAAC3NzaC1+/="])
    }

    @Test("are refused with any one letter of the key changed, left out or doubled")
    func changed() {
        let letters = Array(key)
        for index in letters.indices {
            for change in 0..<3 {
                var wrong = letters
                switch change {
                case 0: wrong[index] = wrong[index] == "q" ? "p" : "q"
                case 1: wrong.remove(at: index)
                default: wrong.insert(wrong[index], at: index)
                }
                #expect(throws: SendError.self) {
                    try AgeRecipients(lines: String(wrong), of: "keys")
                }
            }
        }
    }

    @Test(
        "are refused where there is none",
        arguments: [
            "", "# nothing\n", "age1", "age1qqqq", "AGE1fxs4zep", "/etc/passwd", "-o",
            "ssh-ed25519", "ssh-rsa ; rm",
            "\u{0}", "é1qqqqqq", "1", "11111111", String(repeating: "age1q", count: 2000),
        ]
    )
    func none(text: String) {
        #expect(throws: SendError.self) { try AgeRecipients(lines: text, of: "keys") }
    }

    @Test("are never a secret key, which is not repeated")
    func secret() throws {
        let secret = "AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQS9VFZQ"
        for text in [secret, secret.lowercased()] {
            let error = try #require(throws: SendError.self) { try AgeRecipients(text) }
            #expect(error.what.contains("secret"))
            #expect(!error.description.contains("QQQQ") && !error.description.contains("qqqq"))
        }
    }

    @Test("tell of a file that is not there what would be a key")
    func missing() throws {
        let error = try #require(throws: SendError.self) { try AgeRecipients("/nowhere/keys") }
        #expect(error.remedy.contains("age-keygen"))
    }

    @Test("are at most 64")
    func many() {
        let lines = (0..<65).map { "ssh-ed25519 AAAA\($0)" }.joined(separator: "\n")
        #expect(throws: SendError.self) { try AgeRecipients(lines: lines, of: "keys") }
    }

    @Test("cost no crash, whatever bytes they are")
    func atRandom() {
        var words = RandomWords(seed: 32)
        let letters = Array("age1qpzry9x8gf2tvdw0s3jn54khce6mua7l \n#-ssh\u{E9}\u{1F600}")
        for _ in 0..<2000 {
            let count = Int.random(in: 0..<80, using: &words)
            let text = String((0..<count).map { _ in letters.randomElement(using: &words) ?? "a" })
            _ = try? AgeRecipients(lines: text, of: "keys")
        }
    }

    @Test("are read as BIP 173 writes them")
    func vectors() {
        for valid in [
            "A12UEL5L",
            "an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs",
            "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw",
            "split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w",
        ] {
            // Not each of them has whole bytes, and none is a key.
            #expect(throws: SendError.self) { try AgeRecipients(lines: valid, of: "keys") }
        }
        #expect(Bech32.decode("A12UEL5L")?.prefix == "a")
        #expect(Bech32.decode("A12UEL5L")?.bytes == [])
        #expect(Bech32.decode("A12uEL5L") == nil)
        #expect(Bech32.decode("A1G7SGD8") == nil)
        #expect(Bech32.decode(key)?.bytes.count == 32)
    }
}
