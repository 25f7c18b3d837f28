// Parses the output of linuxptp's `pmc` for a machine that follows a PTP master: blocks of lines, each a name and a
// value.

extension ClockSynchronization {
    /// What linuxptp reports about the clock; `nil` if none of its ports follows a master, or there is no answer.
    ///
    /// On a PTP master the result is `nil`: linuxptp does not report what the master itself follows.
    ///
    /// - Parameters:
    ///   - text: The printed current data set, time status and port data sets.
    ///   - instant: When it was printed.
    package init?(ptpManagement text: String, at instant: BootInstant) {
        var values: [Substring: Substring] = [:]
        var isHeld = false
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard words.count == 2 else { continue }
            // There may be several ports; one of them follows the master.
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
        // The two directions may differ by as much as the round trip takes.
        errorNanoseconds = Self.nanoseconds(
            counted: Double(offset).magnitude + Double(delay).magnitude
        )
    }
}
