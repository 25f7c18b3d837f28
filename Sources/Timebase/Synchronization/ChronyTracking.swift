// Reads what `chronyc -c -n tracking` prints: a line of fourteen fields, in the order of its documentation.

extension ClockSynchronization {
    /// What chrony says of the clock; `nil` for what is no such line, such as the word that no daemon answers.
    ///
    /// - Parameters:
    ///   - text: What it printed.
    ///   - instant: When.
    package init?(chronyTracking text: String, at instant: BootInstant) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.first, lines.count == 1 else { return nil }
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        // A later version may add some at the end.
        guard fields.count >= 14, let stratum = Int(fields[2]) else { return nil }
        let numbers = fields[4...12].map { Double($0) ?? .nan }
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        let leap = fields[13]
        // It prints by how much the clock is slow.
        let offset = -numbers[0]
        let (rootMeanSquare, frequency, skew) = (numbers[2], numbers[3], numbers[5])
        let (rootDelay, rootDispersion) = (numbers[6], numbers[7])
        // None has no number, and a clock that others are held to for want of a better one is held to nothing.
        let isOwnReference = fields[0] == "7F7F0101"
        let isHeld = fields[0].contains { $0 != "0" } && !isOwnReference
        self.init(
            source: Self.chrony,
            isSynchronized: isHeld && leap != "Not synchronised",
            at: instant
        )
        self.leap =
            switch leap {
            case "Normal": "normal"
            case "Insert second": "insert"
            case "Delete second": "delete"
            default: "unsynchronized"
            }
        frequencyPPM = frequency
        if isOwnReference { reference = "local" }
        // Of a clock that is held to nothing it prints zeros.
        guard isSynchronized else { return }
        reference = Self.name(fields[1]) ?? Self.name(fields[0])
        self.stratum = stratum
        offsetNanoseconds = Self.nanoseconds(offset)
        rootMeanSquareNanoseconds = Self.nanoseconds(rootMeanSquare)
        errorNanoseconds = Self.nanoseconds(offset.magnitude + rootDispersion + rootDelay / 2)
        skewPPM = skew
    }
}
