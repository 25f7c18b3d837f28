// What a document needs of a file, so that tests can stand in for a disk that fails at the one call
// they choose.

internal import SystemCalls

/// A file that can be written at any place.
protocol SampleStorage: ~Copyable {
    func writeAll(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(SystemError)
    func truncate(to length: Int64) throws(SystemError)
    func size() throws(SystemError) -> Int64
    func reserve(from offset: Int64, length: Int64) throws(SystemError) -> Bool
    func synchronize() throws(SystemError)
    consuming func close() throws(SystemError)
}

extension OpenFile: SampleStorage {}
