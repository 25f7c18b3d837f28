// Reads the memory use of this process without allocating: a test that watches memory or counts allocations must not
// change them.

internal import Glibc

extension Environment {
    /// The memory of this process that is in RAM; `nil` if the kernel does not report it.
    ///
    /// Reading it allocates nothing.
    public static var residentBytes: Int64? {
        unsafe withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
            guard let file = try? OpenFile.open("/proc/self/statm"),
                let count = try? unsafe file.read(into: buffer, at: 0)
            else { return nil }
            // The second number in the file, in pages.
            var pages: Int64 = 0
            var word = 0
            for index in 0..<count where word < 2 {
                let byte = unsafe buffer[index]
                if byte == UInt8(ascii: " ") {
                    word += 1
                } else if word == 1 {
                    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
                    pages = pages &* 10 &+ Int64(byte - UInt8(ascii: "0"))
                }
            }
            return word == 2 ? pages * Int64(sysconf(Int32(_SC_PAGESIZE))) : nil
        }
    }

    /// The memory that a process can get without swapping, by the kernel's estimate; `nil` if it does not report one.
    public static var availableBytes: Int64? {
        FileSystem.shortText(of: "/proc/meminfo").flatMap(availableBytes)
    }

    /// Parses that estimate from the kernel's text.
    static func availableBytes(inLines text: String) -> Int64? {
        for line in text.split(separator: "\n") where line.hasPrefix("MemAvailable:") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[2] == "kB", let count = Int64(words[1]) else {
                return nil
            }
            let (bytes, isTooMuch) = count.multipliedReportingOverflow(by: 1024)
            return isTooMuch ? nil : bytes
        }
        return nil
    }
}
