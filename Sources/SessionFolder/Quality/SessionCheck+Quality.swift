// How good a session's files are, from what the check of each has found.

extension SessionCheck {
    /// Takes back what the rates and times of some sensors say of the recording: of those that tell what people do,
    /// which comes when they do it, they say nothing.
    public mutating func leaveOutQuality(where isOfEvents: (Sensor) -> Bool) {
        for index in sensors.indices where isOfEvents(sensors[index]) {
            sensors[index].measuredRateInHertz = nil
            sensors[index].quality = nil
        }
        judgeQuality()
    }

    /// Grades each file with a sensor that has a quality, and the session by them.
    mutating func judgeQuality() {
        var files: [String] = []
        for sensor in sensors where sensor.quality != nil && files.last != sensor.file {
            files.append(sensor.file)
        }
        // A file of which nothing could be read is none the better for it.
        for file in findings.filter({ $0.severity == .damage }).compactMap(\.file)
        where !CheckRules.isOfEverySession(file) && !files.contains(file) { files.append(file) }
        fileQualities = files.map { file in
            let own = sensors.filter { $0.file == file }
            let reasons = own.flatMap { sensor in
                sensor.quality.map { QualityRules.reasons(sensor, $0) } ?? []
            }
            return RecordingQuality(
                file: file,
                of: (isDamaged(file) ? [QualityRules.damaged] : []) + reasons
            )
        }
        quality = RecordingQuality(ofAll: fileQualities)
    }

    private func isDamaged(_ file: String) -> Bool {
        findings.contains { $0.severity == .damage && $0.file == file }
    }
}
