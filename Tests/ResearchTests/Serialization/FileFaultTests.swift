import SystemCalls
import Testing

@testable import Research

@Suite("RSDFileFault: what the machine says of a path")
struct FileFaultTests {
    @Test(
        "is that nothing is there, or that the machine does not go there, with what fixes it",
        arguments: [
            (.notFound, .missing), (.notDirectory, .missing),
            (
                .access,
                .unreachable(
                    "permission denied (EACCES): choose a place you may write to, or ask for the "
                        + "right to it"
                )
            ),
            (
                .tooManyLinks,
                .unreachable(
                    "\(Errno.tooManyLinks): give the path of the file itself, without links"
                )
            ),
        ] as [(Errno, RSDFileFault)]
    )
    func reasons(errno: Errno, fault: RSDFileFault) {
        let error = SystemError(call: "realpath", path: "/shots/hand.jpg", errno: errno)
        #expect(RSDFileFault(error, missing: .missing) == fault)
        let isMissing = fault == .missing
        #expect(RSDFileFault(error, missing: .outside) == (isMissing ? .outside : fault))
    }
}
