// What a task file says of steps, and what is wrong with it.

import FoundationEssentials
import Testing

@testable import MotionRecorder

@Suite("A motion recorder that counts steps")
struct StepConfigurationTests {
    private func configuration(_ more: String) throws -> MotionRecorderConfiguration {
        try JSONDecoder().decode(
            MotionRecorderConfiguration.self,
            from: Data(#"{"identifier": "walk", "type": "motion"\#(more)}"#.utf8)
        )
    }

    @Test("is read and written with its keys, and without them they are not there")
    func coding() throws {
        let counting = try configuration(#", "steps": true, "legLength": 0.92"#)
        #expect(counting.steps == true && counting.legLength == 0.92)
        let bytes = try JSONEncoder().encode(counting)
        let again = try JSONDecoder().decode(MotionRecorderConfiguration.self, from: bytes)
        #expect(again == counting)
        let plain = try JSONEncoder().encode(try configuration(""))
        #expect(!String(decoding: plain, as: UTF8.self).contains("steps"))
        #expect(throws: DecodingError.self) { try configuration(#", "steps": "yes""#) }
    }

    @Test("has a leg that somebody has, and an accelerometer")
    func validation() throws {
        for good in ["", #", "steps": true"#, #", "steps": true, "legLength": 0.2"#] {
            let configuration = try configuration(good)
            #expect(throws: Never.self) { try configuration.validate() }
        }
        for bad in ["0", "-1", "1.51", "92"] {
            let configuration = try configuration(#", "steps": true, "legLength": \#(bad)"#)
            #expect(throws: MotionRecorderError.self) { try configuration.validate() }
        }
        let gyro = try configuration(#", "steps": true, "recorderTypes": ["gyro"]"#)
        #expect(throws: MotionRecorderError.stepsWithoutAccelerometer(identifier: "walk")) {
            try gyro.validate()
        }
        for without in ["", #", "steps": false"#] {
            let leg = try configuration(#", "legLength": 0.9"# + without)
            #expect(throws: MotionRecorderError.legWithoutSteps(identifier: "walk")) {
                try leg.validate()
            }
        }
        let off = try configuration(#", "steps": false, "recorderTypes": ["gyro"]"#)
        #expect(throws: Never.self) { try off.validate() }
    }

    @Test("counts at the low back, and where nobody says where")
    func places() {
        for place in [nil, "lowBack", "low back", "lumbar", "L5 vertebra", "  "] {
            #expect(MotionRecorderConfiguration.canCountSteps(at: place))
        }
        for place in ["leftFoot", "right ankle", "wrist", "chest", "pocket"] {
            #expect(!MotionRecorderConfiguration.canCountSteps(at: place))
        }
    }
}
