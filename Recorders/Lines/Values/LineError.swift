// Why lines could not be read. The same error number of the kernel has different causes for different ports; here
// each cause has a case, a message and a remedy.

public import SystemCalls

/// Why a port delivers no lines, or none any more.
public struct LineError: Error, Sendable, Hashable {
    /// The causes.
    public enum Kind: Sendable, Hashable {
        /// The file does not exist.
        case notThere
        /// This user may not open the file; the file's rights, or `nil` if its folder is closed, too.
        case notPermitted(FileRights?)
        /// Another program has it open; the program, if known.
        case busy(holder: String?)
        /// It is the terminal in which this program was started.
        case ownTerminal
        /// A serial port that does not support the speed.
        case wrongSpeed(Int)
        /// The file does not exist; without the part that looks like a speed, it does.
        case noSuchSpeed(String)
        /// A speed was given, but it is not a serial port.
        case noSpeed
        /// A regular file, which is not a port.
        case plainFile
        case folder
        /// A port number that only root's programs may use.
        case lowPort
        /// Nobody listens at the port of the other machine.
        case refused
        /// The other machine's name is unknown.
        case unknownHost
        /// The other machine does not answer.
        case unreachable(Errno)
        /// Another program listens at the port.
        case portTaken
        /// It is not an address of this machine.
        case foreignAddress
        /// The device was there and is gone.
        case gone
        /// The other end has closed the connection.
        case closed
        /// It delivered nothing, for a long time and up to the end.
        case silent(LineSilence, remedy: String)
        /// It has ended without a single line.
        case empty
        /// Its lines cannot be recorded.
        case misfit(LineMisfit)
        /// The recorder was stopped first.
        case givenUp
        /// Any other system call failed.
        case failed(call: String, Errno)
    }

    /// The cause.
    public let kind: Kind
    /// The port that it is about.
    public let place: String

    /// An error of a port, with its cause.
    public init(_ kind: Kind, at place: String) {
        self.kind = kind
        self.place = place
    }
}

extension LineError: CustomStringConvertible {
    public var description: String {
        "\(place): \(what)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// What went wrong, in words.
    public var what: String {
        switch kind {
        case .notThere: "there is no such port"
        case .notPermitted: "permission denied"
        case .busy(let holder):
            "another program has the port" + (holder.map { ": \($0)" } ?? "")
        case .ownTerminal: "this is the terminal that the program was started at"
        case .wrongSpeed(let baud): "the port cannot have \(baud) baud"
        case .noSuchSpeed(let word): "'\(word)' is no speed"
        case .noSpeed: "only a serial port has a speed"
        case .plainFile: "this is a file, and no port"
        case .folder: "this is a folder, and no port"
        case .lowPort: "ports below 1024 are the system's"
        case .refused: "no program listens there"
        case .unknownHost: "the name of this machine is not known"
        case .unreachable(let errno): "the machine does not answer: \(errno)"
        case .portTaken: "another program listens at this port"
        case .foreignAddress: "this is no address of this machine"
        case .gone: "the device is gone"
        case .closed: "the device has closed the connection"
        case .silent(let silence, _): silence.words
        case .empty: "it ended before the first line"
        case .misfit(let misfit): misfit.what
        case .givenUp: "the recording was stopped before the port was open"
        case .failed(let call, let errno): "\(call) failed: \(errno)"
        }
    }

    /// What the user can do, if known.
    public var remedy: String? {
        switch kind {
        case .notThere:
            "plug the device in and look with `ls /dev/ttyUSB* /dev/ttyACM* /dev/serial/by-id/`"
        case .notPermitted(let rights):
            rights?.remedy ?? "have the owner of the folder that it is in let you into that"
        case .busy: "end that program, or close its serial monitor"
        case .ownTerminal: "name the port of a device, or give - for what is typed here"
        case .wrongSpeed: "choose a speed that the port has, as in @115200"
        case .noSuchSpeed: "write it as a number behind an @, as in @115200"
        case .noSpeed: "leave out the @ and what follows"
        case .plainFile:
            "import a file of columns with `footfall import`, or send it through standard input: give - as "
                + "the port, and the file by <"
        case .folder: "name the port of a device, as in /dev/ttyUSB0"
        case .lowPort: "have the device send to a port from 1024 to 65535"
        case .refused: "start the device's program, and check the port's number"
        case .unknownHost: "check the name, or give the address as numbers"
        case .unreachable: "check that the device is on and in the same network"
        case .portTaken: "end that program, or have the device send to another port"
        case .foreignAddress:
            "give one of this machine's addresses (`ip address`), or the port alone"
        case .gone: "check its cable and its power, then record again; what came before is kept"
        case .closed:
            "check that the device still runs, then record again; what came before is kept"
        case .silent(_, let remedy): remedy
        case .empty: "check the program that writes into it"
        case .misfit(let misfit): misfit.remedy
        case .givenUp: nil
        // For most other errors the remedies are those of files.
        case .failed(_, let errno): errno == .tooManyOpenFiles ? errno.remedy : nil
        }
    }
}

extension FileRights {
    /// How a user gets access to a port with these rights.
    fileprivate var remedy: String {
        // Membership in root's group would grant more than the port, so it is not proposed.
        if let group, group != "root", isOpenToGroup {
            return "join the group that has the port with `sudo usermod -aG \(group) $USER`, then "
                + "log in again"
        }
        guard isDevice else { return "ask its owner for permission to read it" }
        return
            "no group that you could join may open it: write `SUBSYSTEM==\"tty\", SUBSYSTEMS==\"usb\", "
            + "GROUP=\"dialout\", MODE=\"0660\"` into /etc/udev/rules.d/70-serial.rules, join that "
            + "group, log in again and plug the device in again"
    }
}
