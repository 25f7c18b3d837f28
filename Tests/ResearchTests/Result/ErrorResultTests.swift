import FoundationEssentials
import Research
import Testing

private struct Worded: LocalizedError {
    var errorDescription: String? { "in words" }
}

@Suite("The result of an error")
struct ErrorResultTests {
    private func result(of error: any Error) -> RSDErrorResultObject {
        RSDErrorResultObject(identifier: "walk_error", error: error, startDate: SampleResults.begin)
    }

    @Test("has the error's own domain and code")
    func hasItsOwnCode() {
        let error = RecorderError.cancelled(identifier: "walk")
        #expect(result(of: error).errorDomain == "RSDRecorderErrorDomain")
        #expect(result(of: error).errorCode == 3)
        #expect(result(of: error).errorDescription == error.description)
    }

    @Test("has the type and the case of any other error")
    func hasTypeAndCase() {
        #expect(result(of: Fault.device).errorDomain.hasSuffix("Fault"))
        #expect(result(of: Fault.denial).errorCode == 0)
        #expect(result(of: Fault.device).errorCode == 2)
        #expect(result(of: Fault.device).errorDescription == "device")
    }

    @Test("has the error's description if there is one")
    func hasWords() {
        #expect(result(of: Worded()).errorDescription == "in words")
    }
}
