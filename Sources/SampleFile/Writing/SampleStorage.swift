// What a document needs of a file, as a protocol: tests replace the disk by one that fails at a chosen call.

internal import SystemCalls

/// A file that can be written at any offset.
protocol SampleStorage: ~Copyable {
    func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError)
    func truncate(to length: Int64) throws(SystemError)
    func size() throws(SystemError) -> Int64
    func reserve(from offset: Int64, length: Int64) throws(SystemError) -> Bool
    func synchronize() throws(SystemError)
    consuming func close() throws(SystemError)
}

extension OpenFile: SampleStorage {}
