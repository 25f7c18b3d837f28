// The numbers that every writer writes. `Benchmarks/peers/values.cpp` makes them, once, so that
// Swift, C++ and Python encode the very same doubles and differ in nothing but the encoding.

import SystemCalls

/// One record's numbers, laid out as in the file.
struct ValueRow: BitwiseCopyable {
    var uptime: Double
    var timestamp: Double
    var x: Double
    var y: Double
    var z: Double
}

enum SharedValues {
    static func load(_ path: String) throws -> [ValueRow] {
        let bytes = try OpenFile.open(path).readAll(limit: 1 << 30)
        let count = bytes.count / MemoryLayout<ValueRow>.stride
        return unsafe bytes.withUnsafeBytes { raw in
            (0..<count).map { index in
                unsafe raw.loadUnaligned(
                    fromByteOffset: index * MemoryLayout<ValueRow>.stride,
                    as: ValueRow.self
                )
            }
        }
    }
}

/// Ties this thread to the processor that `--cpu` names.
func pinAsAsked(_ arguments: Arguments) throws {
    let processor = try arguments.integer("cpu", -1)
    if processor >= 0 { try SystemThread.pinThisThread(toProcessor: processor) }
}
