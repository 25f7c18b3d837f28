// The rule for every call here: EINTR is tried again, everything else is thrown. EBADF and EFAULT
// would be faults of this project, not of the world: they stop the program.

internal import Glibc

/// Calls until the answer is not "interrupted", and throws what is wrong.
@discardableResult
func retrying<Number: BinaryInteger>(
    _ call: String,
    _ path: String? = nil,
    _ body: () -> Number
) throws(SystemError) -> Number {
    while true {
        let answer = body()
        if answer >= 0 { return answer }
        let reason = Errno.current
        if reason == .interrupted { continue }
        precondition(
            reason.rawValue != EBADF && reason.rawValue != EFAULT,
            "\(call) was called with a closed descriptor or a bad address"
        )
        throw SystemError(call: call, path: path, errno: reason)
    }
}
