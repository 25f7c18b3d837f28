// ZIP files have a time of day and no zone: it is that of the place where something was recorded.

internal import ZipFile

extension ZipWriter.Time {
    /// The time of day where a date was written.
    init(_ date: DateStamp) {
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
