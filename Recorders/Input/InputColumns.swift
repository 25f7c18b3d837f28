// Finds the columns of input files, for the format that writes them and the form that reads them.

internal import Recording
internal import SampleFile

/// The indices of the event columns in a schema; -1 for a column that the schema does not have.
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
