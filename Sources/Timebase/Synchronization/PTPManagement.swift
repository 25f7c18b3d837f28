// Reads what `pmc` of linuxptp prints of a machine that is held to a master by PTP: names and values, a line each, in
// blocks of what was asked.

extension ClockSynchronization {
    /// What linuxptp says of the clock; `nil` where no port of it is held to a master, or it answers nothing.
    ///
    /// A master by PTP is held to nothing that PTP knows.
    ///
    /// - Parameters:
    ///   - text: What it printed of the current data set, the time status and the ports' data sets.
    ///   - instant: When.
    package init?(ptpManagement text: String, at instant: BootInstant) {
        var values: [Substring: Substring] = [:]
        var isHeld = false
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 2 else { continue }
            // There may be several ports, and one of them is held.
            if words[0] == "portState" {
                isHeld = isHeld || words[1] == "SLAVE"
            } else if values[words[0]] == nil {
                values[words[0]] = words[1]
            }
        }
        guard isHeld, values["gmPresent"] != "false",
            let offset = values["offsetFromMaster"].flatMap({ Double($0) })
                .flatMap(Self.nanoseconds(counted:)),
            let delay = values["meanPathDelay"].flatMap({ Double($0) })
                .flatMap(Self.nanoseconds(counted:))
        else { return nil }
        self.init(source: Self.ptp, isSynchronized: true, at: instant)
        reference = values["gmIdentity"].flatMap { Self.name($0) }
        stratum = values["stepsRemoved"].flatMap { Int($0) }
        offsetNanoseconds = offset
        // The way there and the way back may differ by as much as both take.
        errorNanoseconds = Self.nanoseconds(
            counted: Double(offset).magnitude + Double(delay).magnitude
        )
    }
}
