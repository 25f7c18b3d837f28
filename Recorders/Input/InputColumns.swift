// Where the columns of input files are: for the format that writes them, and for the form that reads them back.

internal import Recording
internal import SampleFile

/// Where a schema has the columns of events; -1 for those that it has not.
struct InputColumns: Sendable {
    let common: CommonColumns
    let key, value, phase, index, x, y, z, width, height, pressure: Int
    let xMillimetres, yMillimetres: Int

    init(in schema: RecordSchema) {
        func place(_ name: String) -> Int { schema.index(of: name) ?? -1 }
        common = CommonColumns(in: schema)
        key = place("key")
        value = place("value")
        phase = place("phase")
        index = place("index")
        x = place("x")
        y = place("y")
        z = place("z")
        width = place("width")
        height = place("height")
        pressure = place("pressure")
        xMillimetres = place("xMillimetres")
        yMillimetres = place("yMillimetres")
    }
}
