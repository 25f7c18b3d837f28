// Describes the methods of the figures: what each does, its publication, and its parameters. Without these, figures
// cannot be compared with those of others.

internal import Gait

/// The description of a method.
struct MethodWords {
    /// What it does.
    var summary: String
    /// Its publication.
    var paper: String
    /// Its parameters.
    var parameters: String
}

extension GaitMethod {
    /// The description.
    var words: MethodWords {
        switch self {
        case .contacts:
            MethodWords(
                summary:
                    "times between contacts: steepest rises of the vertical acceleration, by a Gaussian wavelet",
                paper:
                    "McCamley 2012, Gait Posture 36; Paraschiv-Ionescu 2019, J Neuroeng Rehabil 16; Pham 2017, "
                    + "Front Neurol 8; bouts: Kluge 2021, PLOS ONE 16",
                parameters:
                    "100 Hz; scale by the period of the steps; steps of 0.25 to 1.5 s, none across a hole; "
                    + "bouts of 5 contacts or more, ended by 3 s without one"
            )
        case .autocorrelation:
            MethodWords(
                summary:
                    "unbiased autocorrelation of the vertical acceleration at the lag of a step and a stride",
                paper: "Moe-Nilssen & Helbostad 2004, J Biomech 37",
                parameters: "maxima within 1/4 and 1/8 of the mean step and stride; 6 steps or more"
            )
        case .harmonics:
            MethodWords(
                summary: "even by odd harmonics of the vertical acceleration in a stride",
                paper: "Menz 2003, Gait Posture 18",
                parameters: "the first 20; mean of all strides; 6 steps or more"
            )
        case .invertedPendulum:
            MethodWords(
                summary:
                    "1.25 times the step of an inverted pendulum as long as the leg that rises as the body does",
                paper: "Zijlstra & Hof 2003, Gait Posture 18",
                parameters:
                    "vertical acceleration integrated twice, each time without its mean over a stride"
            )
        case .verticalRotation:
            MethodWords(
                summary: "rotation about the vertical",
                paper: "El-Gohary 2014, Sensors 14",
                parameters: "peak of 15 °/s or more, from 5 °/s to 5 °/s, 45° or more, 0.5 to 10 s"
            )
        case .bandPower:
            MethodWords(
                summary:
                    "power from 3 to 8 Hz by power from 0.5 to 3 Hz, of the vertical acceleration",
                paper: "Moore 2008, J Neurosci Methods 167",
                parameters:
                    "windows of 6 s, one a second, without mean or taper; from 10 mg of variation on"
            )
        case .sway:
            MethodWords(
                summary: "how the horizontal acceleration strays from its mean",
                paper:
                    "Prieto 1996, IEEE Trans Biomed Eng 43; of accelerations: Mancini 2012, J Neuroeng Rehabil 9",
                parameters: "20 s or more; power of both axes from 0.15 to 5 Hz"
            )
        case .zeroVelocity:
            MethodWords(
                summary:
                    "the foot's acceleration integrated twice between two moments at which it lies still",
                paper:
                    "Skog 2010, IEEE Trans Biomed Eng 57; Rampp 2015, IEEE Trans Biomed Eng 62; attitude: Laidig & "
                    + "Seel 2023, Inf Fusion 91, that knows what comes behind",
                parameters:
                    "still below 50 °/s over 0.1 s for 0.05 s; what speed is left is taken out in proportion "
                    + "to time; none where more than 10 % of the readings are missing"
            )
        }
    }
}

extension Absence {
    /// A name for comparison by programs.
    var name: String {
        switch self {
        case .tooFewSteps: "tooFewSteps"
        case .tooShort: "tooShort"
        case .tooManyLost: "tooManyLost"
        case .rateTooLow: "rateTooLow"
        case .noGyroscope: "noGyroscope"
        case .noLegLength: "noLegLength"
        case .sidesUnknown: "sidesUnknown"
        case .stepTooHigh: "stepTooHigh"
        case .walking: "walking"
        case .standing: "standing"
        case .stillness: "stillness"
        }
    }

    /// The explanation for a user of the command line.
    var words: String {
        switch self {
        case .noLegLength: "the length of the leg is unknown; give --leg-length or --stature"
        case .stepTooHigh:
            "the sensor rises higher in a step than the leg is long; check --leg-length, and that readings are in g"
        case .tooFewSteps, .tooShort, .tooManyLost, .rateTooLow, .noGyroscope, .sidesUnknown,
            .walking, .standing,
            .stillness:
            description
        }
    }
}
