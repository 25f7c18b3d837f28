import FoundationEssentials
import Research
import Testing

/// A piece of text that is no result, and the place where that shows.
struct Malformed: Sendable, CustomTestStringConvertible {
    var text: String
    var path: String

    var testDescription: String { "\(path) in \(text)" }
}

@Suite("A malformed result")
struct MalformedResultTests {
    static let head = #""identifier":"a","startDate":"2026-11-21T10:15:00.123Z","#
    static let whole = head + #""endDate":"2026-11-21T10:15:00.123Z","#
    static let run = #""taskRunUUID":"01234567-89AB-4CDE-8001-020304050607","#

    static let cases = [
        Malformed(text: #"{\#(whole)"skipToIdentifier":"b"}"#, path: "type"),
        Malformed(text: #"{\#(whole)"type":7}"#, path: "type"),
        Malformed(text: #"{\#(head)"type":"base"}"#, path: "endDate"),
        Malformed(text: #"{\#(head)"endDate":"yesterday","type":"base"}"#, path: "endDate"),
        Malformed(
            text: #"{\#(head)"endDate":"9999-12-31T23:59:59.999Z","type":"base"}"#,
            path: "endDate"
        ),
        Malformed(text: #"{\#(head)"endDate":12,"type":"tapping"}"#, path: "endDate"),
        Malformed(text: #"{\#(whole)"type":"file","startUptime":1e300}"#, path: "startUptime"),
        Malformed(text: #"{\#(whole)"type":"file","startUptime":"1"}"#, path: "startUptime"),
        Malformed(text: #"{\#(whole)"type":"file","relativePath":"/etc/x"}"#, path: "relativePath"),
        Malformed(text: #"{\#(whole)"type":"file","relativePath":"a/../x"}"#, path: "relativePath"),
        Malformed(text: #"{\#(whole)"type":"file","relativePath":""}"#, path: "relativePath"),
        Malformed(
            text: #"{\#(whole)"type":"file","relativePath":"../\u0301x"}"#,
            path: "relativePath"
        ),
        Malformed(
            text: #"{\#(whole)"type":"file","relativePath":"a/../\u0301x"}"#,
            path: "relativePath"
        ),
        Malformed(
            text: #"{\#(whole)"type":"file","relativePath":"/\u0301etc/x"}"#,
            path: "relativePath"
        ),
        Malformed(text: #"{\#(whole)"type":"error","errorDomain":"d"}"#, path: "errorDescription"),
        Malformed(text: #"{\#(whole)"type":"collection"}"#, path: "inputResults"),
        Malformed(
            text: #"{\#(whole)"type":"collection","inputResults":[{\#(whole)"type":"base"},{}]}"#,
            path: "inputResults.1.type"
        ),
        Malformed(text: #"{\#(whole)"type":"task","stepHistory":[]}"#, path: "taskRunUUID"),
        Malformed(
            text: #"{\#(whole)\#(run)"type":"task","stepHistory":[{\#(head)"type":"base"}]}"#,
            path: "stepHistory.0.endDate"
        ),
        Malformed(
            text: #"{\#(whole)\#(run)"type":"task","stepHistory":[],"asyncResults":[3]}"#,
            path: "asyncResults.0"
        ),
    ]

    @Test("is refused with the path of the fault", arguments: cases)
    func saysWhere(malformed: Malformed) {
        let decoder = RSDFactory().createJSONDecoder()
        let error = #expect(throws: DecodingError.self) {
            try decoder.decode(AnyResult.self, from: Data(malformed.text.utf8))
        }
        #expect(error?.path == malformed.path)
    }

    @Test("is refused if it is nested too deeply")
    func refusesEndlessNesting() {
        let open = #"{\#(Self.whole)"type":"collection","inputResults":["#
        let text = String(repeating: open, count: 5000)
        let decoder = RSDFactory().createJSONDecoder()
        #expect(throws: DecodingError.self) {
            try decoder.decode(AnyResult.self, from: Data(text.utf8))
        }
    }

    @Test("is refused by a decoder without a factory")
    func needsFactory() throws {
        let text = #"{\#(Self.whole)"type":"base"}"#
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(AnyResult.self, from: Data(text.utf8))
        }
        #expect("\(try #require(error))".contains("createJSONDecoder"))
    }
}

extension DecodingError {
    /// The place that the error names, by keys and indexes; a missing key is its end.
    fileprivate var path: String {
        let keys: [any CodingKey]
        switch self {
        case .keyNotFound(let key, let context): keys = context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            keys = context.codingPath
        @unknown default: keys = []
        }
        return keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
