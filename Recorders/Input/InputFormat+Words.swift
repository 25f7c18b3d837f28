// Describes events in words, for a screen that shows a running recording. A pressed key is only counted, because its
// name must not appear on a screen either.

extension InputFormat {
    public func words(for event: InputSample) -> String? {
        func place(_ values: Double...) -> String {
            values.map { "\(($0 * 10).rounded() / 10)" }.joined(separator: ", ")
        }
        switch InputChannel(rawValue: event.channel) {
        case .key, nil: return nil
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

extension TouchFormat {
    public func words(for touch: InputSample) -> String? { format.words(for: touch) }
}
