// Opens a port from its text form, and explains the kernel's errors.

internal import SystemCalls

extension BytePort {
    /// How long to wait for another machine.
    private static let patience = Duration.seconds(5)

    /// Opens a port that delivers lines.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - isGivenUp: Called while waiting for another machine; true ends the waiting.
    /// - Returns: The open port.
    /// - Throws: `LineError`, with the cause.
    static func open(
        _ port: LinePort,
        isGivenUp: () -> Bool
    ) throws(LineError) -> BytePort {
        do throws(SystemError) {
            switch port.kind {
            case .path(let path, let baud):
                return try openPath(path, baud: baud, port)
            case .standardInput:
                return try standardInput()
            case .tcp(let host, let number):
                return try connect(
                    to: host,
                    port: number,
                    patience: patience,
                    isGivenUp: isGivenUp
                )
            case .udp(let address, let number):
                return try datagrams(at: address, port: number)
            }
        } catch {
            throw LineError.opening(port, error)
        }
    }

    private static func openPath(
        _ path: String,
        baud: Int?,
        _ port: LinePort
    ) throws(SystemError) -> BytePort {
        let opened = try open(path)
        if opened.kind == .serial { try opened.setSerial(baud: baud ?? LinePort.usualBaud) }
        return opened
    }
}

extension LineError {
    /// Why a port could not be opened.
    static func opening(_ port: LinePort, _ error: SystemError) -> LineError {
        switch port.kind {
        case .path(let path, let baud): openingPath(path, baud, error, at: port.text)
        case .standardInput: LineError(.failed(call: error.call, error.errno), at: port.text)
        case .tcp: connecting(error, at: port.text)
        case .udp:
            switch error.errno {
            case .addressInUse: LineError(.portTaken, at: port.text)
            case .access: LineError(.lowPort, at: port.text)
            case .addressNotAvailable: LineError(.foreignAddress, at: port.text)
            default: LineError(.failed(call: error.call, error.errno), at: port.text)
            }
        }
    }

    private static func openingPath(
        _ path: String,
        _ baud: Int?,
        _ error: SystemError,
        at place: String
    ) -> LineError {
        switch error.errno {
        case .invalid where error.call == BytePort.settingSpeed:
            LineError(.wrongSpeed(baud ?? LinePort.usualBaud), at: place)
        case .notFound, .noDevice, .noDeviceOrAddress:
            LineError(slip(in: path).map { .noSuchSpeed($0) } ?? .notThere, at: place)
        case .access, .permission:
            LineError(.notPermitted(FileRights(of: path)), at: place)
        case .busy where error.call == BytePort.openingOwnTerminal:
            LineError(.ownTerminal, at: place)
        case .busy:
            LineError(
                .busy(holder: FileHolder.describe(of: path, besides: Environment.process)),
                at: place
            )
        default: LineError(.failed(call: error.call, error.errno), at: place)
        }
    }

    /// The part after the last `@` or `:`, probably a mistyped speed; `nil` unless a file exists at the path before it.
    private static func slip(in path: String) -> String? {
        guard let sign = path.lastIndex(where: { $0 == "@" || $0 == ":" }),
            FileSystem.kind(of: String(path[..<sign])) != .missing
        else { return nil }
        return String(path[path.index(after: sign)...])
    }

    private static func connecting(_ error: SystemError, at place: String) -> LineError {
        switch error.errno {
        case .interrupted: LineError(.givenUp, at: place)
        case .connectionRefused: LineError(.refused, at: place)
        case .notFound: LineError(.unknownHost, at: place)
        case .timedOut, .networkUnreachable, .hostUnreachable:
            LineError(.unreachable(error.errno), at: place)
        default: LineError(.failed(call: error.call, error.errno), at: place)
        }
    }

    /// Why a port cannot be read any more.
    static func reading(_ port: LinePort, _ error: SystemError) -> LineError {
        switch error.errno {
        case .ioError, .noDevice, .noDeviceOrAddress: LineError(.gone, at: port.text)
        case .isDirectory: LineError(.folder, at: port.text)
        case .connectionReset, .brokenPipe: LineError(.closed, at: port.text)
        case .timedOut, .hostUnreachable, .networkUnreachable: LineError(.gone, at: port.text)
        default: LineError(.failed(call: error.call, error.errno), at: port.text)
        }
    }
}
