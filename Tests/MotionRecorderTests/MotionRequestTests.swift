import MotionRecorder
import Testing

@Suite("What is asked of a source")
struct MotionRequestTests {
    private func request(_ types: [MotionSensorType]) -> MotionRequest {
        MotionRequest(types: types, rateInHertz: 100)
    }

    @Test(
        "are the raw types that are wanted, and those that others are computed from",
        arguments: [
            ([MotionSensorType.gyro], [MotionSensorType.gyro]),
            ([.magnetometer, .accelerometer], [.accelerometer, .magnetometer]),
            ([.attitude], [.accelerometer, .gyro]), ([.gravity], [.accelerometer, .gyro]),
            ([.rotationRate], [.accelerometer, .gyro]),
            ([.userAcceleration], [.accelerometer, .gyro]),
            ([.magneticField], [.accelerometer, .gyro, .magnetometer]),
            ([.magnetometer, .attitude], [.accelerometer, .gyro, .magnetometer]),
            ([.attitude, .gyro, .gyro, .attitude], [.accelerometer, .gyro]), ([], []),
        ]
    )
    func raw(wanted: [MotionSensorType], needed: [MotionSensorType]) {
        #expect(request(wanted).types == needed)
    }

    @Test("are derived types as they are wanted, each once")
    func derived() {
        #expect(request(MotionSensorType.raw).derivedTypes.isEmpty)
        #expect(
            request([.gravity, .gyro, .attitude, .gravity]).derivedTypes == [.attitude, .gravity]
        )
        let all = request(MotionSensorType.allCases)
        #expect(Set(all.types + all.derivedTypes) == Set(MotionSensorType.allCases))
        #expect(all.types.count + all.derivedTypes.count == 8)
    }

    @Test("never takes for raw what is computed", arguments: MotionSensorType.allCases)
    func sources(type: MotionSensorType) {
        #expect(type.sources.allSatisfy { !$0.isDerived })
        #expect(type.isDerived != type.sources.contains(type))
    }
}
