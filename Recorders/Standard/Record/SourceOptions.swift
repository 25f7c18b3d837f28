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
        "iio for the sensors that the Linux kernel knows, synthetic for a computed walk, or the folder of a recorded session; iio if not given"
    )
    package static let uri = Option(
        "uri",
        taking: "URI",
        as: .sensorAddress,
        "the machine with the sensors: local: for this machine, ip:HOST or usb: for another that runs iiod; local: if not given"
    )
    package static let seed = Option(
        "seed",
        taking: "N",
        as: .wholeNumber,
        "the number of the synthetic walk: the same number gives the same walk; 1 if not given"
    )
    package static let speed = Option(
        "speed",
        taking: "X",
        as: .speed,
        "the speed as a multiple of real time, such as 10x, or max for as fast as the files can be written; 1 if not given"
    )
    package static let placement = Option(
        "placement",
        taking: "PLACE",
        as: .text,
        repeats: true,
        "for devices: where on the body each --device is worn, or each --lines if no motion sensor is recorded; for a walk or a session: record only the sensors with this placement (the synthetic walk has lowBack, leftFoot and rightFoot, its defaults, and sternum, leftThigh and leftWrist); may be given again"
    )

    /// The address of this machine's own sensors.
    package static let defaultURI = "local:"
}
