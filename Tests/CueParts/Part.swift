// The programs that only tests need, and the message for one that is not installed.

internal import Glibc
internal import SystemCalls
package import Testing

/// A program that only tests need.
package enum Part: String {
    case speechDispatcher = "speech-dispatcher"
    case espeak = "espeak-ng"
    case dbus = "dbus-daemon"
    case gpsd
    case age
    case mosquitto
    case openssl

    /// Whether its tests run; if it is missing, they run only where that must be a failure.
    package var isTried: Bool {
        let mustBeThere = unsafe getenv("CI").map { unsafe String(cString: $0) } == "true"
        let look = ["sh", "-c", "PATH=$PATH:/usr/sbin; command -v \(rawValue) >/dev/null"]
        return mustBeThere || (try? ChildProgram.run(look)) == .exited(0)
    }

    /// Why its tests did not run.
    package var comment: Comment {
        "\(rawValue) is not installed, so nothing was tried with it; `make test` installs it"
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test if the program is missing; if CI=true, the test runs all the same, and fails.
    package static func needs(_ part: Part) -> Self {
        .enabled(part.comment, { part.isTried })
    }
}
