// Grades a session's files from what the check of each has found.

extension SessionCheck {
    /// Removes rates and quality of sensors that record what people do, such as touches: such events have no
    /// regular timing.
    public mutating func leaveOutQuality(where isOfEvents: (Sensor) -> Bool) {
        for index in sensors.indices where isOfEvents(sensors[index]) {
            sensors[index].measuredRateInHertz = nil
            sensors[index].quality = nil
        }
        judgeQuality()
    }

    /// Grades each file that has a sensor with a quality, and the session by its files.
    mutating func judgeQuality() {
        var files: [String] = []
        for sensor in sensors where sensor.quality != nil && files.last != sensor.file {
            files.append(sensor.file)
        }
        // Files of which nothing could be read count as damaged, too.
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
