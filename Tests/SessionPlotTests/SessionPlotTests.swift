import Foundation
import MotionRecorder
import Plotting
import Scratch
import SessionFolder
import Testing

@testable import SessionPlot

@Suite("The plot of a session")
struct SessionPlotTests {
    private func figure(_ path: String, _ options: PlotOptions = PlotOptions()) throws -> Figure {
        try SessionPlot(of: path, kinds: [MotionRecorderKind()], options).figure()
    }

    @Test("has a panel for each sensor, with its unit, its axes and the foot contacts")
    func syntheticWalk() throws {
        let figure = try figure("\(PlottedSession.samples)/SyntheticWalk")
        #expect(figure.panels.map(\.unit) == ["g", "rad/s", "µT"])
        #expect(figure.panels.allSatisfy { $0.series.map(\.name) == ["x", "y", "z"] })
        // The walk has fourteen true steps in its ten seconds; the last one cannot be detected in a stream.
        let count = figure.panels[0].contacts.count
        #expect((12...14).contains(count))
        #expect(figure.panels[0].note == "\(count) foot contacts")
        #expect(figure.panels[1].contacts.isEmpty)
        #expect(figure.panels[0].series[0].points.count == 1000)
        #expect(abs(figure.range.upperBound - 9.99) < 0.01)
        #expect(figure.notes.contains { $0.contains("lowBack_motion_truth.json") })
    }

    @Test("shows the requested sensors and time range, and nothing else")
    func requests() throws {
        var options = PlotOptions()
        options.sensors = ["gyro"]
        (options.from, options.to) = (2, 5)
        let figure = try figure("\(PlottedSession.samples)/SyntheticWalk", options)
        #expect(figure.panels.count == 1)
        #expect(figure.range == 2...5)
        #expect(figure.panels[0].series[0].points.count == 301)
    }

    @Test("is refused if any requested sensor or file does not exist, with an error for each")
    func unknownNames() throws {
        let walk = "\(PlottedSession.samples)/SyntheticWalk"
        var options = PlotOptions()
        options.sensors = ["gyro", "nose", "acelerometer"]
        options.files = ["lowBack_motion", "lowBack_motoin"]
        let error = #expect(throws: PlotError.self) { try figure(walk, options) }
        let sensors = "name one of accelerometer, gyro, magnetometer"
        #expect(
            error?.errors.map(\.description) == [
                "\(walk): it has no file \"lowBack_motoin\"; name one of lowBack_motion.json; "
                    + "did you mean lowBack_motion?",
                "\(walk): it has no sensor \"nose\"; \(sensors)",
                "\(walk): it has no sensor \"acelerometer\"; \(sensors); did you mean accelerometer?",
            ]
        )
    }

    @Test("knows the sensors of a session whose manifest does not list them")
    func unlistedSensors() throws {
        let session = try PlottedSession([PlottedSession.sample(0, 1), PlottedSession.sample(1, 1)])
        var options = PlotOptions()
        options.sensors = ["gryo"]
        let error = #expect(throws: PlotError.self) { try figure(session.path, options) }
        #expect(error?.errors.map(\.remedy) == ["name one of gyro; did you mean gyro?"])
    }

    @Test("notes a requested sensor that the drawn files lack, and another file has")
    func sensorOfAnotherFile() throws {
        let session = try PlottedSession([PlottedSession.sample(0, 1), PlottedSession.sample(1, 1)])
        {
            var other = $0.files[0]
            (other.path, other.identifier) = ("thigh.json", "thigh")
            other.sensors = [SessionManifest.Sensor(sensorType: "magnetometer", samples: 1)]
            $0.files.append(other)
        }
        var options = PlotOptions()
        (options.files, options.sensors) = (["motion"], ["gyro", "magnetometer"])
        let notes = try figure(session.path, options).notes
        #expect(notes.contains("not drawn: magnetometer, no sample of it was read"), "\(notes)")
        #expect(!notes.contains { $0.contains("gyro") }, "\(notes)")
    }

    @Test("says where the session ends if the requested time begins after that")
    func tooLate() throws {
        var options = PlotOptions()
        options.from = 30
        let error = #expect(throws: PlotError.self) {
            try figure("\(PlottedSession.samples)/SyntheticWalk", options)
        }
        #expect(error?.errors.first?.what.contains("it ends at 0:10.0") == true)
    }

    @Test("shows where samples are missing, but not where the recording was paused")
    func gaps() throws {
        let session = try PlottedSession([
            PlottedSession.sample(1, 1),
            #"{"uptime":2,"timestamp":2,"stepPath":"motion","sensorType":"gyro","lost":50,"reason":"ring"}"#,
            PlottedSession.sample(4, 2),
            #"{"uptime":5,"timestamp":5,"stepPath":"motion","sensorType":"gyro","lost":7,"reason":"paused"}"#,
            PlottedSession.sample(6, 3),
            #"{"uptime":7,"timestamp":7,"stepPath":"motion","sensorType":"gyro","lost":1,"reason":"device"}"#,
            PlottedSession.sample(8, 3, "accelerometer"),
        ])
        let panel = try #require(try figure(session.path).panels.first)
        #expect(panel.gaps == [Gap(2...4), Gap(7...8)])
        #expect(panel.note == "51 samples missing")
        #expect(panel.series[0].points.map(\.followsBreak) == [false, true, true])
    }

    @Test("shows a loss that names no sensor in the panel of each sensor, and counts it once")
    func lossOfAnySensor() throws {
        let session = try PlottedSession([
            PlottedSession.sample(1, 1), PlottedSession.sample(1, 1, "accelerometer"),
            #"{"uptime":2,"timestamp":2,"stepPath":"motion","lost":50,"reason":"ring"}"#,
            PlottedSession.sample(4, 2), PlottedSession.sample(4, 2, "accelerometer"),
        ])
        let figure = try figure(session.path)
        #expect(figure.panels.map(\.gaps) == [[Gap(2...4)], [Gap(2...4)]])
        #expect(figure.panels.map(\.note) == [nil, nil])
        let words = ": 50 samples missing; no record names the sensor"
        #expect(figure.notes.count { $0.hasSuffix(words) } == 1)
    }

    private static func loss(_ seconds: Double, _ count: Int, _ sensor: String) -> String {
        #"{"uptime":\#(seconds),"timestamp":\#(seconds),"stepPath":"motion","sensorType":"\#(sensor)","lost":\#(count),"reason":"ring"}"#
    }

    @Test("has a panel for a sensor with losses only, and for a time range within a loss")
    func onlyLosses() throws {
        let session = try PlottedSession([
            PlottedSession.sample(1, 1), Self.loss(1, 1000, "accelerometer"),
            PlottedSession.sample(9, 1), Self.loss(10, 100, "gyro"), PlottedSession.sample(20, 1),
        ])
        let panels = try figure(session.path).panels
        #expect(panels.map { $0.title.prefix(4) } == ["gyro", "acce"])
        #expect(panels[1].gaps == [Gap(1...20)])
        #expect(panels[1].note == "1,000 samples missing")
        var options = PlotOptions()
        options.sensors = ["gyro"]
        (options.from, options.to) = (12, 18)
        let part = try figure(session.path, options)
        #expect(part.panels.map(\.gaps) == [[Gap(12...18)]])
        #expect(part.panels[0].note == "100 samples missing in gaps that reach beyond this part")
        options.isSpectrum = true
        (options.from, options.to, options.sensors) = (nil, nil, [])
        let error = #expect(throws: PlotError.self) { try figure(session.path, options) }
        #expect(error?.errors.first?.remedy.contains("1,000 samples missing") == true)
    }

    @Test(
        "shows a loss at the end up to the stop, or else for the time that its samples take",
        arguments: [(false, 3.0), (true, 2.0)]
    )
    func lossAtEnd(isStopped: Bool, end: Double) throws {
        var records = (0..<100).map { PlottedSession.sample(Double($0) / 100, 1) }
        records.append(Self.loss(1, 200, "gyro"))
        if isStopped {
            records.append(#"{"uptime":2,"timestamp":2,"stepPath":"motion","marker":"stop"}"#)
        }
        let session = try PlottedSession(records) {
            $0.devices = [
                SessionManifest.Device(name: "x", kind: "x", clock: "x", set: ["rate": "100"])
            ]
        }
        let figure = try figure(session.path)
        #expect(figure.panels.map(\.gaps) == [[Gap(1...end)]])
        #expect(figure.panels[0].note == "200 samples missing")
        #expect(figure.range == 0...end)
    }

    @Test("draws the whole records of a file that ends within a record, and says so")
    func torn() throws {
        let session = try PlottedSession((0..<100).map { PlottedSession.sample(Double($0), 1) })
        let file = URL(filePath: "\(session.path)/motion.json")
        try Data(contentsOf: file).dropLast(20).write(to: file)
        let figure = try figure(session.path)
        #expect((90...100).contains(figure.panels[0].series[0].points.count))
        #expect(figure.notes.contains { $0.contains("motion.json") })
    }

    @Test("draws the other files if one is missing, and names that one")
    func missingFile() throws {
        let session = try PlottedSession([PlottedSession.sample(0, 1), PlottedSession.sample(1, 1)])
        {
            var other = $0.files[0]
            other.path = "thigh.json"
            $0.files.insert(other, at: 0)
        }
        let figure = try figure(session.path)
        #expect(figure.panels.count == 1)
        #expect(figure.notes.contains { $0.contains("thigh.json") })
    }

    @Test("finds foot contacts without a declared sample rate, as `footfall gait` does")
    func noRate() throws {
        let walk = "\(PlottedSession.samples)/SyntheticWalk"
        let scratch = try Scratch()
        let copy = "\(scratch.path)/walk"
        try FileManager.default.copyItem(atPath: walk, toPath: copy)
        let url = URL(filePath: "\(copy)/manifest.json")
        var manifest = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        )
        var files = try #require(manifest["files"] as? [[String: Any]])
        for place in files.indices { files[place]["sensors"] = [[String: Any]]() }
        manifest["files"] = files
        manifest["devices"] = [[String: Any]]()
        try JSONSerialization.data(withJSONObject: manifest).write(to: url)
        let panel = try #require(try figure(copy).panels.first)
        #expect((12...14).contains(panel.contacts.count))
    }

    @Test("interrupts each line once at a loss, even if its value is absent right after the loss")
    func ownBreaks() throws {
        let pair = { (seconds: Double) in
            #"{"uptime":\#(seconds),"timestamp":\#(seconds),"stepPath":"motion","sensorType":"gyro","x":1,"y":1}"#
        }
        let session = try PlottedSession(
            [pair(0), Self.loss(0.5, 5, "gyro"), PlottedSession.sample(1, 1), pair(2), pair(3)]
        )
        let series = try #require(try figure(session.path).panels.first).series
        #expect(series[0].points.map(\.followsBreak) == [false, true, false, false])
        #expect(series[1].points.map(\.followsBreak) == [false, true, false])
    }

    @Test("limits the points of each curve if the session does not list its sensors")
    func bounded() throws {
        let axes = ["x", "y", "z"].map { #""\#($0)":1"# }.joined(separator: ",")
        let session = try PlottedSession(
            (0..<60_000).map {
                let time = Double($0) / 100
                return
                    #"{"uptime":\#(time),"timestamp":\#(time),"stepPath":"motion","sensorType":"s\#($0 % 10)",\#(axes)}"#
            }
        )
        var options = PlotOptions()
        (options.resolution, options.mostStretches) = (32_768, 40_000)
        let panels = try figure(session.path, options).panels
        #expect(panels.count == 10)
        let points = panels.flatMap { $0.series.map(\.points.count) }
        #expect(points.allSatisfy { (256...1024).contains($0) })
    }

    @Test("shows each step and each mark once, but not the start of the recording")
    func moments() throws {
        let session = try PlottedSession([
            #"{"uptime":0,"timestamp":0,"stepPath":"motion","marker":"start"}"#,
            PlottedSession.sample(1, 1),
            #"{"uptime":2,"timestamp":2,"stepPath":"motion/walk/turn"}"#,
            #"{"uptime":2.5,"timestamp":2.5,"stepPath":"motion","marker":"stum\u0007bled"}"#,
            #"{"uptime":2.5,"timestamp":2.5,"stepPath":"motion","marker":"stum\u0007bled"}"#,
            PlottedSession.sample(3, 1),
        ])
        let moments = try figure(session.path).moments
        #expect(moments.map(\.label) == ["turn", "stum\\u{7}bled"])
        #expect(moments.map(\.kind) == [.step, .mark])
    }

    @Test("is drawn even with times and counts that no recorder writes")
    func hostile() throws {
        let session = try PlottedSession([
            PlottedSession.sample(-1e9, 1), PlottedSession.sample(9e9, 2),
            #"{"uptime":1,"timestamp":1,"stepPath":"motion","sensorType":"gyro","lost":9223372036854775807,"reason":"ring"}"#,
            #"{"uptime":1,"timestamp":1,"stepPath":"motion","sensorType":"gyro","lost":-9223372036854775808}"#,
            #"{"uptime":1,"timestamp":1,"stepPath":"motion","sensorType":"gyro","lost":9223372036854775807}"#,
            PlottedSession.sample(0, 1e308), PlottedSession.sample(0.5, -1e308),
        ])
        let figure = try figure(session.path)
        #expect(figure.panels.map(\.note) == ["9,223,372,036,854,775,807 samples missing"])
        #expect(figure.panels[0].range == -1e308...1e308)
        for isPNG in [true, false] {
            #expect(!(try Picture.bytes(of: FigureLayout(figure), isPNG: isPNG)).isEmpty)
        }
        #expect(!PlotPage(of: figure).bytes.isEmpty)
        #expect(!TerminalFigure(figure, columns: 80, isPlain: false).lines.isEmpty)
    }

    @Test("draws a limited number of sensors of a file with thousands, and says so")
    func manySensors() throws {
        let session = try PlottedSession(
            (0..<3000).map { PlottedSession.sample(Double($0), 1, "sensor\($0)") }
        )
        let figure = try figure(session.path)
        #expect(figure.panels.count == FileTracks.mostSensors)
        #expect(figure.notes.contains { $0.contains("--sensor") })
    }

    @Test("reports a file whose bytes have changed")
    func changed() throws {
        let session = try PlottedSession([PlottedSession.sample(0, 1), PlottedSession.sample(1, 1)])
        {
            $0.files[0].closed = true
            ($0.files[0].size, $0.files[0].records) = (1, 2)
            $0.files[0].checksum = "xxh128:00"
        }
        #expect(try figure(session.path).notes.contains { $0.contains("footfall check") })
    }

    @Test("names the step frequency if it shows a spectrum")
    func spectrum() throws {
        var options = PlotOptions()
        options.isSpectrum = true
        let figure = try figure("\(PlottedSession.samples)/SyntheticWalk", options)
        #expect(figure.panels.map(\.unit) == ["g²/Hz", "(rad/s)²/Hz", "µT²/Hz"])
        // 110 steps a minute are 1.83 a second.
        #expect(figure.panels[0].note?.contains("x 1.86") == true)
        #expect(figure.panels.allSatisfy { $0.scale == .logarithmic && $0.contacts.isEmpty })
    }
}
