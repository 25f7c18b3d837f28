// The options for the source of samples and its speed, with the same meaning in `record`, `run`, `devices` and
// `serve`.

package import Arguments
internal import EvdevSource
internal import IIOSource
package import SessionRuns

/// The options for the source of samples.
package enum SourceOptions {
    package static let source = Option(
        "source",
        taking: "SOURCE",
        as: .text,
        "iio for the sensors that Linux knows, synthetic for a computed walk, or the folder of a recorded session; iio if not given"
    )
    package static let uri = Option(
        "uri",
        taking: "URI",
        as: .text,
        "where the sensors are: local: for this machine, ip:HOST or usb: for another that runs iiod; local: if not given"
    )
    package static let seed = Option(
        "seed",
        taking: "N",
        as: .wholeNumber,
        "which synthetic walk: the same number walks the same way; 1 if not given"
    )
    package static let speed = Option(
        "speed",
        taking: "X",
        as: .speed,
        "so many times as fast as life, or max for as fast as the files can be written; 1 if not given"
    )
    package static let placement = Option(
        "placement",
        taking: "PLACE",
        as: .text,
        repeats: true,
        "of devices, where on the body each --device is, or each --lines where no motion sensor is recorded; of a walk or a session, only the sensors with this placement (of the synthetic walk: lowBack, leftFoot, rightFoot, which it has unasked, sternum, leftThigh, leftWrist); may be given again"
    )

    /// The address of this machine's own sensors.
    package static let defaultURI = "local:"
}
