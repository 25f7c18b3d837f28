import RecorderKinds
import Testing

@testable import LineRecorder

@Suite("A mapping of columns")
struct LineMappingTests {
    @Test("gives each column its component of a reading")
    func meanings() throws {
        let mapping = try LineMapping(
            "t_us, n16, ax,ay,az, _, hr, qw,qx,qy,qz, xor",
            units: "mg, bpm"
        )
        #expect(
            mapping.columns.map(\.meaning) == [
                .time(.microseconds), .counter(bits: 16), .part(channel: 0, place: 0),
                .part(channel: 0, place: 1), .part(channel: 0, place: 2), .nothing,
                .part(channel: 1, place: 0), .part(channel: 2, place: 3),
                .part(channel: 2, place: 0), .part(channel: 2, place: 1),
                .part(channel: 2, place: 2), .checksum(LineChecksum(.xor)),
            ]
        )
        #expect(
            mapping.kinds == [
                ValueChannel("accelerometer", unit: "g", components: 3),
                ValueChannel("hr", unit: "bpm", components: 1),
                ValueChannel("attitude", unit: "1", components: 4),
            ]
        )
        #expect(mapping.hasTime && mapping.hasCounter)
        #expect(mapping.text == "t_us,n16,ax,ay,az,_,hr,qw,qx,qy,qz,xor")
        #expect(mapping.unitsText == "mg,bpm")
        let bare = try LineMapping("temperature")
        #expect(!bare.hasTime && !bare.hasCounter)
        #expect(bare.kinds == [ValueChannel("temperature", unit: nil, components: 1)])
    }

    @Test("has JSON keys where they differ from the words")
    func keys() throws {
        let mapping = try LineMapping("acc.x=ax,acc.y=ay,acc.z=az,hr")
        #expect(mapping.columns.map(\.key) == ["acc.x", "acc.y", "acc.z", "hr"])
        #expect(mapping.columns.map(\.word) == ["ax", "ay", "az", "hr"])
    }

    @Test(
        "converts the device's units to the file's",
        arguments: [
            ("ax,ay,az", "g", 1.5, 1.5, "g"), ("ax,ay,az", "", 1.5, 1.5, "g"),
            ("ax,ay,az", "_", 1.5, 1.5, "g"), ("ax,ay,az", "mg", 981, 0.981, "g"),
            ("ax,ay,az", "m/s2", 9.80665, 1, "g"), ("ax,ay,az", "m/s²", 19.6133, 2, "g"),
            ("gx,gy,gz", "dps", 180, Double.pi, "rad/s"),
            ("gx,gy,gz", "mdps", 180_000, Double.pi, "rad/s"),
            ("gx,gy,gz", "rad/s", 2, 2, "rad/s"), ("mx,my,mz", "uT", 48, 48, "µT"),
            ("mx,my,mz", "µT", 48, 48, "µT"), ("mx,my,mz", "mT", 0.048, 48, "µT"),
            ("mx,my,mz", "G", 0.48, 48, "µT"), ("mx,my,mz", "mG", 480, 48, "µT"),
            ("force", "N", 12, 12, "N"), ("ax,ay,az", "g/16384", 8192, 0.5, "g"),
            ("ax,ay,az", "mg/2", 3000, 1.5, "g"),
            ("gx,gy,gz", "dps/131", 131, Double.pi / 180, "rad/s"),
            ("force", "kg/3", 12, 12, "kg/3"),
        ]
    )
    func units(_ map: String, _ units: String, _ value: Double, _ wanted: Double, _ unit: String)
        throws
    {
        let mapping = try LineMapping(map, units: units)
        #expect(mapping.kinds[0].unit == unit)
        #expect((mapping.scales[0](value) - wanted).magnitude <= 1e-15 * wanted.magnitude * 2)
    }

    @Test(
        "is refused with the problem, its place, and what to write",
        arguments: [
            (
                "", "",
                "map: the mapping names no column; give a word for each column, as in t_us,ax,ay,az"
            ),
            (
                "ax,ay,az,ax", "",
                "ax: columns 1 and 4 both have this word; give each column a word of its own, and _ to those that are not recorded"
            ),
            ("ax,,az", "", "map: column 2 has no word; write _ for a column that is not recorded"),
            ("a=", "", "a=: column 1 has no word; write _ for a column that is not recorded"),
            (
                "v=a,_,v=b", "",
                "v: columns 1 and 3 both have this key; give each column the key that it has"
            ),
            (
                "ax,ay", "",
                "accelerometer: no column is az; name all three axes, or give the others words of their own, as in left_x"
            ),
            (
                "t_us,ax,ay,azz,hr", "",
                "azz: no column is az, and this word is similar; did you mean az? if not, name a column az as well"
            ),
            (
                "qw,qx,qy", "",
                "attitude: no column is qz; name all four of a quaternion, qw, qx, qy and qz"
            ),
            (
                "qx,qy,qz", "",
                "attitude: no column is qw; name all four of a quaternion, qw, qx, qy and qz"
            ),
            (
                "t_us,n", "",
                "map: the mapping names nothing to record; name a column ax, ay, az, or by a word of your own"
            ),
            (
                "t_us,t_ms,hr", "",
                "t_ms: the lines have a time already, t_us; write _ for the time that is not used"
            ),
            (
                "n,n8,hr", "",
                "n8: the lines have a counter already, n; write _ for the counter that is not used"
            ),
            (
                "hr,sum,crc8", "",
                "crc8: the lines have a checksum already, sum; write _ for the checksum that is not used"
            ),
            (
                "sum,hr", "",
                "sum: the checksum is not the last column; it is computed from the columns before it: name it last"
            ),
            (
                "t_min,hr", "",
                "t_min: this is no unit of a device's time; write t_s, t_ms, t_us or t_ns"
            ),
            (
                "n12,hr", "",
                "n12: there is no counter of this width; write n, or n8, n16 or n32 if it wraps after so many bits"
            ),
            (
                "hr,crc7", "",
                "crc7: this checksum is not known; write one of xor, sum, crc8, crc8maxim, crc16, crc16xmodem, crc16modbus, crc32"
            ),
            (
                "gyro", "",
                "gyro: this is the name of a reading with several axes; name its axes, as in ax,ay,az, or choose another word"
            ),
            (
                "hr,heart rate", "",
                "heart rate: this cannot be the name of a value; use up to 40 letters, digits and underscores, a letter first"
            ),
            (
                "ax,ay,az", "dps",
                "dps: this is no unit of accelerometer; write g, mg or m/s2, or for raw numbers how many make one g, as in g/16384"
            ),
            (
                "gx,gy,gz", "g",
                "g: this is no unit of gyro; write rad/s, dps or mdps, or for raw numbers how many make one dps, as in dps/131"
            ),
            (
                "mx,my,mz", "T",
                "T: this is no unit of magnetometer; write uT, mT, G or mG, or for raw numbers how many make one mG, as in mG/1090"
            ),
            (
                "ax,ay,az,hr", "g,bpm,dps",
                "dps: there are more units than kinds of readings; give one for each of these, in this order: accelerometer, hr; _ stands for the unit of the file"
            ),
            (
                "ax,ay,az,gx,gy,gz", "mg",
                "gyro: units are given, and none for this kind of reading; give one for each of these, in this order: accelerometer, gyro; _ stands for the unit of the file"
            ),
            (
                "t_ms ax ay az", "",
                "map: the words of the columns are not separated by commas; write a comma for each ' ', as in t_us,ax,ay,az, whatever separates the columns of the lines"
            ),
            (
                "ms=t_ms,ax=acc.x", "",
                "ax=acc.x: 'ax' is the word, and 'acc.x' the key; write acc.x=ax"
            ),
            (
                "ax,ay,az,gx,gy,gz", "mg;dps",
                "mg;dps: the units are not separated by commas; write a comma for each ';', as in mg,dps"
            ),
            (
                "t_ms,x,y,z", "",
                "x: this looks like an axis of a sensor, and would be a value of the device's own; write ax, gx or mx, _ if it is not to be recorded, or another word if it is a value"
            ),
            (
                "hr;temp", "",
                "map: the words of the columns are not separated by commas; write a comma for each ';', as in t_us,ax,ay,az, whatever separates the columns of the lines"
            ),
            (
                "millis,counter,ax,ay,az", "mg",
                "millis: this looks like the device's time, and would be a value of the device's own; write t_ms, _ if it is not to be recorded, or another word if it is a value"
            ),
            (
                "t_ms,counter,ax,ay,az", "mg",
                "counter: this looks like a counter of lines, and would be a value of the device's own; write n, _ if it is not to be recorded, or another word if it is a value"
            ),
            (
                "ax,ay,az,gyroX,gyroY,gyroZ", "",
                "gyroX: this looks like an axis of the gyro, and would be a value of the device's own; write gx, _ if it is not to be recorded, or another word if it is a value"
            ),
            (
                "hr,checksum", "",
                "checksum: this looks like a checksum, and would be a value of the device's own; write one of xor, sum, crc8, crc8maxim, crc16, crc16xmodem, crc16modbus, crc32, _ if it is not to be recorded, or another word if it is a value"
            ),
        ]
    )
    func errors(_ map: String, _ units: String, _ words: String) {
        do {
            _ = try LineMapping(map, units: units)
            Issue.record("\(map) was taken")
        } catch {
            #expect(error.description == words)
        }
    }

    @Test(
        "knows other usual names of time, counter and axes",
        arguments: [
            ("timestamp_us", "t_us"), ("TimeMillis", "t_ms"), ("seconds", "t_s"),
            ("time", "the one that it counts of t_s, t_ms, t_us, t_ns"), ("SEQ", "n"),
            ("AccX", "ax"), ("tms", "t_ms"), ("ts", "t_s"), ("skip", "_"), ("acc_z", "az"),
            ("aX", "ax"), ("x_acc", "ax"), ("mag_y", "my"),
            ("quatW", "qw"), ("RotationZ", "gz"),
        ]
    )
    func lookalikes(_ word: String, _ words: String) {
        #expect(LineLookalike(of: word)?.words == words)
        #expect(LineLookalike(of: "left_\(word)") == nil)
    }

    @Test("accepts custom words that do not look like those")
    func owns() throws {
        let words = ["temperature", "left_x", "force", "hr", "battery", "step", "volts", "mass"]
        #expect(try LineMapping(words.joined(separator: ",")).kinds.map(\.sensorType) == words)
        #expect(words.allSatisfy { LineLookalike(of: $0) == nil })
    }

    @Test("has as many kinds of readings as a stream has channels, and no more")
    func most() throws {
        let words = (0..<17).map { "v\($0)" }
        #expect(try LineMapping(words.prefix(16).joined(separator: ",")).kinds.count == 16)
        #expect(throws: LineMappingError(.tooMany, at: "v16")) {
            try LineMapping(words.joined(separator: ","))
        }
        #expect(throws: LineMappingError(.tooWide, at: "map")) {
            try LineMapping("hr" + String(repeating: ",_", count: 64))
        }
    }
}
