import Testing

@testable import LocationRecorder

@Suite("The way between two places")
struct GeodesicTests {
    /// Distances in metres and first bearings in radians of another computation, which is Karney's.
    private static let known: [(Double, Double, Double, Double, Double, Double?)] = [
        (52.5, 13.4, 52.5, 13.40000001, 0.000679102, 1.570796327),
        (52.5, 13.4, 52.500012613, 13.4, 1.403534696, 0.000000000),
        (52.5, 13.4, 52.500012613, 13.4000206, 1.981659013, 0.783762300),
        (0.0, 0.0, 0.0, 1e-06, 0.111319491, 1.570796327),
        (0.0, 0.0, 0.0, 1.0, 111319.490793274, 1.570796327),
        (0.0, 0.0, 0.0, 179.3, 19959584.699233953, nil),
        (0.0, 0.0, 0.0, 179.5, 19980861.908890963, nil),
        (0.0, 0.0, 0.0, 180.0, 20003931.458625447, nil),
        (0.0, 0.0, 0.5, 179.5, 19936288.578965314, nil),
        (0.0, 0.0, 0.5, 179.7, 19944127.420750458, nil),
        (30.0, 0.0, -30.0, 180.0, 20003931.458625447, nil),
        (30.0, 0.0, -30.0, 179.9, 20003008.421509411, nil),
        (-30.0, 10.0, 29.9, -170.1, 19992090.302326925, nil),
        (90.0, 0.0, -90.0, 0.0, 20003931.458625447, nil),
        (90.0, 0.0, 89.9999, 12.0, 11.169397956, 2.932153143),
        (40.0, -75.0, 51.5, 0.0, 5709363.030247342, 0.881644304),
        (-33.9, 151.2, 51.5, -0.1, 16990083.880121898, 5.571330424),
        (10.0, 179.9999, 10.0, -179.9999, 21.927872814, 1.570796024),
        (89.99999, 0.0, 89.99999, 180.0, 2.233879592, 0.000000000),
        (0.0, 0.0, 1e-05, 180.0, 20003930.352882691, nil),
        (-41.3, 174.8, 40.4, -3.7, 19853450.970030345, nil),
        (5.0, 0.0, -5.0, 179.99, 20003922.228149042, nil),
        (52.0, 4.0, 52.0000001, 4.0, 0.011126736, 0.000000000),
        (1.0, 1.0, 1.0, 1.00001, 1.113026498, 1.570796325),
    ]

    @Test(
        "is as long as another computation has it, near, far and across the world",
        arguments: known
    )
    func length(
        latitude: Double,
        longitude: Double,
        otherLatitude: Double,
        otherLongitude: Double,
        distance: Double,
        bearing: Double?
    ) throws {
        let start = Position(latitude: latitude, longitude: longitude)
        let end = Position(latitude: otherLatitude, longitude: otherLongitude)
        let way = Geodesic(from: start, to: end)
        #expect(abs(way.distance - distance) <= 1e-6 * distance)
        #expect(abs(Geodesic(from: end, to: start).distance - distance) <= 1e-6 * distance)
        if let bearing { #expect(abs(try #require(way.bearing) - bearing) < 1e-6) }
    }

    @Test("has a length of nothing and no direction to the place itself")
    func nowhere() {
        let here = Position(latitude: 52.5, longitude: 13.4)
        let way = Geodesic(from: here, to: here)
        #expect(way.distance == 0)
        #expect(way.bearing == nil)
    }

    @Test("begins in a direction from north by east")
    func directions() throws {
        let here = Position(latitude: 0, longitude: 0)
        for (latitude, longitude, quarter) in [
            (0.001, 0.0, 0.0), (0, 0.001, 1), (-0.001, 0, 2), (0, -0.001, 3),
        ] {
            let way = Geodesic(
                from: here,
                to: Position(latitude: latitude, longitude: longitude)
            )
            #expect(abs(try #require(way.bearing) - quarter * .pi / 2) < 1e-9)
        }
    }
}
