// The rule for a system call whose failure matters: EINTR is retried, every other error is thrown, except EBADF and
// EFAULT. These would be bugs of this project, and stop the program.

internal import Glibc

/// Repeats a call while it is interrupted; throws other errors.
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
