// Parses the output of `chronyc -c -n tracking`: one line of fourteen fields, in the documented order.

extension ClockSynchronization {
    /// What chrony reports about the clock; `nil` if the text has another form, for example the message that the
    /// daemon does not answer.
    ///
    /// - Parameters:
    ///   - text: The output.
    ///   - instant: When it was printed.
    package init?(chronyTracking text: String, at instant: BootInstant) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.first, lines.count == 1 else { return nil }
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        // A later version may append fields.
        guard fields.count >= 14, let stratum = Int(fields[2]) else { return nil }
        let numbers = fields[4...12].map { Double($0) ?? .nan }
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        let leap = fields[13]
        // chrony prints how slow the clock is; we store how far it is ahead.
        let offset = -numbers[0]
        let (rootMeanSquare, frequency, skew) = (numbers[2], numbers[3], numbers[5])
        let (rootDelay, rootDispersion) = (numbers[6], numbers[7])
        // Without a reference, the identifier is empty or zero. A machine that only serves its own time to others
        // has no reference either.
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
        // chrony prints zeros for a clock without a reference.
        guard isSynchronized else { return }
        reference = Self.name(fields[1]) ?? Self.name(fields[0])
        self.stratum = stratum
        offsetNanoseconds = Self.nanoseconds(offset)
        rootMeanSquareNanoseconds = Self.nanoseconds(rootMeanSquare)
        errorNanoseconds = Self.nanoseconds(offset.magnitude + rootDispersion + rootDelay / 2)
        skewPPM = skew
    }
}
