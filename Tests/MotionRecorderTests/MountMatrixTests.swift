import FoundationEssentials
import MotionRecorder
import Testing

@Suite("A mount matrix")
struct MountMatrixTests {
    @Test("is read from the kernel's text and written as it is there")
    func reads() throws {
        let matrix = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 0.5\n"))
        #expect(matrix.rows == [[0, 1, 0], [-1, 0, 0], [0, 0, 0.5]])
        #expect(matrix.text == "0, 1, 0; -1, 0, 0; 0, 0, 0.5")
        #expect(MountMatrix("1,0,0;0,1,0;0,0,1")?.isIdentity == true)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "1, 0, 0", "1, 0; 0, 1", "1, 0, 0; 0, 1, 0; 0, 0", "1, 0, 0; 0, 1, 0; 0, 0, x",
            "1, 0, 0; 0, 1, 0; 0, 0, nan", "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 0", ";;", "1,0,,0;;",
        ]
    )
    func refuses(text: String) { #expect(MountMatrix(text) == nil) }

    @Test("exchanges axes to the last bit, without a negative zero")
    func exchangesExactly() throws {
        let matrix = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        let turned = matrix.apply(SIMD3(0.1, -0.2, 0))
        #expect(turned == SIMD3(-0.2, -0.1, 0))
        #expect(turned.z.sign == .plus)
    }

    @Test("is followed by the configuration's: the sensor's own turns first")
    func composes() throws {
        let own = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        let configured = try #require(MountMatrix("1, 0, 0; 0, 0, 1; 0, -1, 0"))
        let reading = SIMD3(1.0, 2, 3)
        #expect(
            own.followed(by: configured).apply(reading) == configured.apply(own.apply(reading))
        )
        #expect(MountMatrix.identity.followed(by: own) == own)
        #expect(own.followed(by: .identity) == own)
    }

    @Test("is read from a task file, row by row, and written as it was read")
    func decodes() throws {
        let matrix = try decode("[[0, 1, 0], [-1, 0, 0], [0, 0, 1]]")
        #expect(matrix == MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        let text = String(decoding: try JSONEncoder().encode(matrix), as: UTF8.self)
        #expect(try decode(text) == matrix)
    }

    @Test(
        "of a task file is nothing else, and the error says what it should be",
        arguments: [
            "[]", "[[1, 0, 0], [0, 1, 0]]", "[[1, 0], [0, 1], [0, 0]]", "3", #""0, 1, 0""#,
            "[[1, 0, 0], [0, 1, 0], [0, 0, null]]", #"[["1", 0, 0], [0, 1, 0], [0, 0, 1]]"#,
        ]
    )
    func refusesJSON(json: String) {
        #expect(problem(json)?.contains("three rows of three numbers") == true)
    }

    @Test(
        "that stretches, skews, flattens or mirrors is refused with its reason",
        arguments: [
            "[[0, 0, 0], [0, 0, 0], [0, 0, 0]]", "[[1, 0, 0], [1, 0, 0], [0, 0, 1]]",
            "[[1, 2, 3], [2, 4, 6], [0, 0, 1]]", "[[2, 0, 0], [0, 1, 0], [0, 0, 1]]",
            "[[-1, 0, 0], [0, 1, 0], [0, 0, 1]]", "[[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]",
        ]
    )
    func refusesOthers(json: String) {
        #expect(problem(json)?.contains("no rotation") == true)
    }

    private func decode(_ json: String) throws -> MountMatrix {
        try JSONDecoder().decode(MountMatrix.self, from: Data(json.utf8))
    }

    /// What the error of reading this says.
    private func problem(_ json: String) -> String? {
        do {
            _ = try decode(json)
            return nil
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {
            return "another error: \(error)"
        }
    }
}
