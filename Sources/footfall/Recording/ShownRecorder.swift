// What is shown of a recorder while it runs: curves of what a sensor measures, and words for what people
// do. A key that is pressed is counted and no more, as it may not be on anybody's screen either.

internal import InputRecorder
internal import MotionRecorder
internal import Recording
internal import SampleStream

/// A recorder of which something can be shown.
@MainActor
protocol ShownRecorder: RSDSampleRecorder {
    /// What is shown of it once it has started.
    ///
    /// - Parameter name: What it is called there.
    /// - Returns: A sensor, or a kind of events, each.
    func sensors(named name: String) -> [WatchedRecording.Sensor]
}

extension MotionRecorder: ShownRecorder {
    func sensors(named name: String) -> [WatchedRecording.Sensor] {
        guard let tap = liveTap else { return [] }
        let types = (configuration as? MotionRecorderConfiguration)?.request.types ?? []
        return types.map { type in
            WatchedRecording.Sensor(
                shown: ProgressFrame.Stream(
                    name: "\(name) \(type.rawValue)",
                    axes: ["x", "y", "z"].map { ProgressFrame.Axis(name: $0, values: []) }
                )
            ) {
                tap.glimpse(channel: type.channel).map { glimpse in
                    let latest = glimpse.latest
                    return WatchedRecording.Glimpse(
                        count: glimpse.count,
                        values: [latest.x, latest.y, latest.z]
                    )
                }
            }
        }
    }
}

extension InputRecorder: ShownRecorder {
    func sensors(named name: String) -> [WatchedRecording.Sensor] {
        guard let tap = liveTap else { return [] }
        return InputChannel.allCases.map { channel in
            WatchedRecording.Sensor(
                shown: ProgressFrame.Stream(name: "\(name) \(channel.name)", axes: [])
            ) {
                tap.glimpse(channel: channel.rawValue).map { glimpse in
                    WatchedRecording.Glimpse(
                        count: glimpse.count,
                        words: Self.words(for: glimpse.latest, of: channel, count: glimpse.count)
                    )
                }
            }
        }
    }

    /// How many events of a kind there were, and what the last one was.
    nonisolated static func words(
        for event: InputSample,
        of channel: InputChannel,
        count: Int
    ) -> String {
        let events = Quantity.count(count, "event", "events")
        let last = words(for: event, of: channel)
        return last.map { "\(events), \($0)" } ?? events
    }

    private nonisolated static func words(
        for event: InputSample,
        of channel: InputChannel
    ) -> String? {
        func place(_ values: Double...) -> String {
            values.map(Quantity.oneDecimal).joined(separator: ", ")
        }
        switch channel {
        case .key: return nil
        case .touch:
            let what = event.phase.map { "\($0)" } ?? "there"
            return "finger \(event.index + 1) \(what) at \(place(event.x, event.y))"
        case .pointer: return "moved by \(place(event.x, event.y))"
        case .switch:
            let names = InputChannel.switchNames
            let name = event.name.flatMap { names.indices.contains($0) ? "\(names[$0]) " : nil }
            return (name ?? "") + (event.value == 0 ? "off" : "on")
        case .accelerometer: return "\(place(event.x, event.y, event.z)) g"
        case .gyro: return "\(place(event.x, event.y, event.z)) rad/s"
        }
    }
}
