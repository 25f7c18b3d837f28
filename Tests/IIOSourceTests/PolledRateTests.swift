import MotionRecorder
import Testing

@testable import IIOSource

@Suite("The rate that a polled device measures at")
struct PolledRateTests {
    static func preparation(_ trigger: TriggerPlan) -> DevicePreparation {
        DevicePreparation(
            device: DeviceDescription(place: 0, id: "iio:device0"),
            types: [.accelerometer],
            trigger: trigger
        )
    }

    static let rates = AvailableRates.list([10, 50, 100, 400, 1600])

    @Test(
        "is eight times that of the recording, as far as the device has it",
        arguments: [(10.0, 80.0), (50, 400), (400, 1600), (1600, 1600), (2000, 2000)]
    )
    func raisedRate(wanted: Double, expected: Double) {
        let polled = Self.preparation(.poll(reason: "no trigger"))
        #expect(polled.raisedRate(wanted, within: Self.rates) == expected)
    }

    @Test("is the recording's where nothing is known of the device, or nothing is polled")
    func plain() {
        #expect(Self.preparation(.poll(reason: "no trigger")).raisedRate(50, within: nil) == 50)
        #expect(Self.preparation(.ownBuffer).raisedRate(50, within: Self.rates) == 50)
    }
}
