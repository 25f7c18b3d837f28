import FoundationEssentials
import MotionRecorder
import Research
import SampleFile
import SampleStream
import Testing
import Timebase

@Suite("A motion sample")
struct MotionSampleTests {
    @Test("fits in a cache line")
    func size() {
        #expect(MemoryLayout<MotionSample>.size <= 64)
        #expect(MemoryLayout<MotionSample>.stride == 64)
    }

    @Test("keeps a gap of any channel and reason", arguments: GapReason.allCases)
    func gaps(reason: GapReason) {
        for channel in 0..<16 {
            let gap = MotionSample.gap(
                channel: channel,
                at: BootInstant(nanoseconds: 5),
                lost: 1 << 40,
                reason: reason
            )
            #expect(gap.role == .gap(lost: 1 << 40, reason: reason))
            #expect(gap.channel == channel)
        }
    }

    @Test("distinguishes readings from marks")
    func roles() {
        let time = BootInstant(nanoseconds: 5)
        #expect(MotionSample(.gyro, at: time, x: 1, y: 2, z: 3).role == .reading)
        #expect(MotionSample.mark(7, at: time).role == .mark(7))
    }

    @Test("keeps the parts that only some readings have")
    func optionalParts() {
        var sample = MotionSample(.attitude, at: BootInstant(nanoseconds: 5), x: 1, y: 2, z: 3)
        #expect(!sample.hasW && !sample.hasHeading && sample.eventAccuracy == nil)
        sample.w = 0.5
        sample.hasW = true
        sample.eventAccuracy = -1
        sample.referenceCoordinate = .northWestUp
        #expect(sample.hasAxes && sample.hasW && !sample.hasHeading)
        #expect(sample.eventAccuracy == -1)
        #expect(sample.referenceCoordinate == .northWestUp)
        sample.hasW = false
        sample.referenceCoordinate = nil
        #expect(!sample.hasW && sample.hasAxes && sample.referenceCoordinate == nil)
    }

    @Test("has a channel for each type, and a type for each channel")
    func channels() {
        for type in MotionSensorType.allCases {
            #expect(MotionSensorType(channel: type.channel) == type)
        }
        #expect(Set(MotionSensorType.allCases.map(\.channel)).count == 8)
        #expect(MotionSensorType(channel: 8) == nil)
    }

    @Test("has its columns at the positions of the schema")
    func columns() {
        let names = MotionFormat.schema.columns.map(\.name)
        #expect(
            names == [
                "uptime", "timestamp", "stepPath", "timestampDate", "sensorType", "eventAccuracy",
                "referenceCoordinate", "heading", "x", "y", "z", "w", "lost", "reason", "marker",
                "estimated",
            ]
        )
        #expect(names[MotionFormat.Column.sensorType] == "sensorType")
        #expect(names[MotionFormat.Column.heading] == "heading")
        #expect(names[MotionFormat.Column.w] == "w")
        #expect(names[MotionFormat.Column.marker] == "marker")
        #expect(names[MotionFormat.Column.estimated] == "estimated")
    }
}

@Suite("A motion recorder's configuration")
struct MotionRecorderConfigurationTests {
    @Test("has the defaults of the task file format")
    func defaults() throws {
        let json = #"{"identifier":"walk","type":"motion"}"#
        let configuration = try JSONDecoder()
            .decode(MotionRecorderConfiguration.self, from: Data(json.utf8))
        #expect(configuration.request.types == [.accelerometer, .gyro])
        #expect(configuration.request.rateInHertz == 100)
        #expect(configuration.shouldDeletePrevious)
        #expect(!configuration.usesCSVEncoding && !configuration.requiresBackgroundAudio)
        #expect(configuration.asyncActionType == .motion)
    }

    @Test("reads back what it writes")
    func roundTrips() throws {
        let configuration = MotionRecorderConfiguration(
            identifier: "walk",
            recorderTypes: [.magnetometer, .attitude],
            frequency: 50,
            startStepIdentifier: "a",
            stopStepIdentifier: "b",
            requiresBackgroundAudio: true,
            usesCSVEncoding: true,
            usesRootDictionary: true,
            shouldDeletePrevious: false,
            device: "iio:device0",
            placement: "lowBack",
            mountMatrix: MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1")
        )
        let data = try JSONEncoder().encode(configuration)
        #expect(
            try JSONDecoder().decode(MotionRecorderConfiguration.self, from: data) == configuration
        )
    }

    private func read(_ json: String) throws -> MotionRecorderConfiguration {
        try JSONDecoder().decode(MotionRecorderConfiguration.self, from: Data(json.utf8))
    }

    @Test("gives the source the device, placement and mounting of the task file")
    func device() throws {
        let configuration = try read(
            #"{"identifier":"walk","type":"motion","device":"lsm6dsox","placement":"leftAnkle","#
                + #""mountMatrix":[[0,1,0],[-1,0,0],[0,0,1]],"recorderTypes":["gravity","gyro"]}"#
        )
        let request = configuration.request
        #expect(request.device == "lsm6dsox")
        #expect(request.placement == "leftAnkle")
        #expect(request.mountMatrix == MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        #expect(request.wantedTypes == [.gravity, .gyro])
        #expect(request.types == [.accelerometer, .gyro])
        try configuration.validate()
        let plain = try read(#"{"identifier":"walk","type":"motion"}"#).request
        #expect(plain.device == nil && plain.placement == nil && plain.mountMatrix.isIdentity)
    }

    @Test("writes device, placement and mounting only if they are given")
    func writesNothingNew() throws {
        let data = try JSONEncoder().encode(MotionRecorderConfiguration(identifier: "walk"))
        let text = String(decoding: data, as: UTF8.self)
        for key in ["device", "placement", "mountMatrix"] { #expect(!text.contains(key)) }
    }

    @Test(
        "says which key it cannot read, and why",
        arguments: [
            (#""device":7"#, "device"), (#""placement":["lowBack"]"#, "placement"),
            (#""mountMatrix":[[1,0,0]]"#, "mountMatrix"), (#""mountMatrix":"flat""#, "mountMatrix"),
            (#""mountMatrix":[[1,0,0],[1,0,0],[0,0,1]]"#, "mountMatrix"),
            (#""recorderTypes":["altitude"]"#, "recorderTypes"),
        ]
    )
    func namesTheKey(text: String, key: String) throws {
        let error = #expect(throws: DecodingError.self) {
            try read(#"{"identifier":"walk","type":"motion",\#(text)}"#)
        }
        switch try #require(error) {
        case .dataCorrupted(let context), .typeMismatch(_, let context):
            #expect(context.codingPath.first?.stringValue == key)
            #expect(!context.debugDescription.isEmpty)
        case .keyNotFound, .valueNotFound:
            Issue.record("another error: \(String(describing: error))")
        @unknown default: Issue.record("another error: \(String(describing: error))")
        }
    }

    @Test("refuses to record nothing, and names all types")
    func refusesNothing() {
        let configuration = MotionRecorderConfiguration(identifier: "walk", recorderTypes: [])
        let error = #expect(throws: MotionRecorderError.self) { try configuration.validate() }
        for type in MotionSensorType.allCases {
            #expect(error?.description.contains(type.rawValue) == true)
        }
    }

    @Test("refuses an invalid frequency", arguments: [0, -5, Double.nan, .infinity])
    func refusesFrequency(frequency: Double) {
        let configuration = MotionRecorderConfiguration(identifier: "walk", frequency: frequency)
        #expect(throws: MotionRecorderError.self) { try configuration.validate() }
    }
}
