// ZIP files store a local time without a time zone. It is the local time where the session was recorded.

internal import ZipFile

extension ZipWriter.Time {
    /// Takes the local time of a date.
    init(_ date: LocalDate) {
        let numbers = date.text.prefix(19).split { !$0.isASCII || !$0.isNumber }.map {
            Int($0) ?? 0
        }
        guard numbers.count == 6 else {
            self.init(year: 1980, month: 1, day: 1, hour: 0, minute: 0, second: 0)
            return
        }
        self.init(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: numbers[3],
            minute: numbers[4],
            second: numbers[5]
        )
    }
}
