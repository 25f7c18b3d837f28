import Testing

@testable import Recording

@Suite("The ring's capacity for readings that wait for a disk")
struct RingCapacityTests {
    private static let environment = RecorderEnvironment(
        files: RecorderFiles(claim: { _ in FilePlace(path: "/nowhere", relativePath: "nowhere") })
    )

    @Test(
        "outlasts a sync of two seconds, whatever the rate",
        arguments: [(300, 32_768), (2 * 6660, 65_536), (3 * 26_667, 262_144)] as [(Double, Int)]
    )
    func outlasts(readingsPerSecond: Double, capacity: Int) {
        let found = Self.environment.ringCapacity(for: readingsPerSecond, waitsForRoom: false)
        #expect(found == capacity)
        #expect(Double(found) / readingsPerSecond > 2)
    }

    @Test("has a maximum, whatever the rate", arguments: [1e7, .infinity])
    func bounded(readingsPerSecond: Double) {
        #expect(
            Self.environment.ringCapacity(for: readingsPerSecond, waitsForRoom: false) == 1 << 20
        )
    }

    @Test("is what the host has set if the rate is unknown")
    func unknown() {
        var environment = Self.environment
        environment.ringCapacity = 256
        #expect(environment.ringCapacity(for: 0, waitsForRoom: false) == 256)
        #expect(environment.ringCapacity(for: .nan, waitsForRoom: false) == 256)
    }

    @Test("is not larger for a source that waits for room", arguments: [300, 1e5, .infinity])
    func waiting(readingsPerSecond: Double) {
        let found = Self.environment.ringCapacity(for: readingsPerSecond, waitsForRoom: true)
        #expect(found == Self.environment.ringCapacity)
    }
}
