// swift-tools-version: 6.2
// The layers of the package. `Tests/ArchitectureTests` compares them with the table in
// Documentation/Architecture.md and with every import.
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Modules whose tests go through hours of samples, and these tests. `make test` sets FOOTFALL_OPTIMIZED, which has
// them optimized: their tests then take a fraction of the time. Only there: SwiftPM refuses a dependency with flags
// of its own.
let heavy: Set = [
    "Gait", "IIOSource", "MotionRecorder", "Orientation", "SampleFile", "SampleStream", "Timebase",
    "WalkSource",
]
let isOptimized = Context.environment["FOOTFALL_OPTIMIZED"] == "1"

/// The settings of a module, or of its tests.
func settings(of name: String) -> [SwiftSetting] {
    isOptimized && heavy.contains(name) ? settings + [.unsafeFlags(["-O"])] : settings
}

/// A module; `path` is set where it lies outside `Sources/`.
func module(
    _ name: String,
    _ dependencies: [String],
    path: String? = nil,
    libraries: [String] = [],
    without excluded: [String] = []
) -> Target {
    .target(
        name: name,
        dependencies: dependencies.map { .byName(name: $0) },
        path: path,
        exclude: path == nil ? [] : ["README.md"] + excluded,
        swiftSettings: settings(of: name),
        linkerSettings: libraries.map { .linkedLibrary($0) }
    )
}

func tests(of name: String, _ dependencies: [String] = []) -> Target {
    .testTarget(
        name: name + "Tests",
        dependencies: ([name] + dependencies).map { .byName(name: $0) },
        swiftSettings: settings(of: name)
    )
}

let package = Package(
    name: "Footfall",
    products: [
        .library(name: "SystemCalls", targets: ["SystemCalls"]),
        .library(name: "Timebase", targets: ["Timebase"]),
        .library(name: "Orientation", targets: ["Orientation"]),
        .library(name: "Gait", targets: ["Gait"]),
        .library(name: "Calibration", targets: ["Calibration"]),
        .library(name: "ViewTree", targets: ["ViewTree"]),
        .library(name: "ResearchUI", targets: ["ResearchUI"]),
        .library(name: "ResearchKitSteps", targets: ["ResearchKitSteps"]),
        .library(name: "HostServices", targets: ["HostServices"]),
        .library(name: "TerminalHost", targets: ["TerminalHost"]),
        .library(name: "SampleFile", targets: ["SampleFile"]),
        .library(name: "SampleStream", targets: ["SampleStream"]),
        .library(name: "Research", targets: ["Research"]),
        .library(name: "LifeSigns", targets: ["LifeSigns"]),
        .library(name: "Recording", targets: ["Recording"]),
        .library(name: "SessionFolder", targets: ["SessionFolder"]),
        .library(name: "Outbox", targets: ["Outbox"]),
        .library(name: "RecorderKinds", targets: ["RecorderKinds"]),
        .library(name: "MotionRecorder", targets: ["MotionRecorder"]),
        .library(name: "InputRecorder", targets: ["InputRecorder"]),
        .library(name: "IIOSource", targets: ["IIOSource"]),
        .library(name: "EvdevSource", targets: ["EvdevSource"]),
        .library(name: "WalkSource", targets: ["WalkSource"]),
        .library(name: "LineRecorder", targets: ["LineRecorder"]),
        .library(name: "SoundRecorder", targets: ["SoundRecorder"]),
        .library(name: "LocationRecorder", targets: ["LocationRecorder"]),
        .library(name: "TrackedStore", targets: ["TrackedStore"]),
        .library(name: "Cues", targets: ["Cues"]),
        .library(name: "Broker", targets: ["Broker"]),
        .library(name: "WebServer", targets: ["WebServer"]),
        .library(name: "WebHost", targets: ["WebHost"]),
        .library(name: "TaskEngine", targets: ["TaskEngine"]),
        .library(name: "TaskSession", targets: ["TaskSession"]),
        .library(name: "SessionRuns", targets: ["SessionRuns"]),
        .library(name: "SessionAlignment", targets: ["SessionAlignment"]),
        .library(name: "SessionAnalysis", targets: ["SessionAnalysis"]),
        .library(name: "SessionProcessing", targets: ["SessionProcessing"]),
        .library(name: "StandardRecorders", targets: ["StandardRecorders"]),
        .library(name: "FootfallTesting", targets: ["FootfallTesting"]),
        .executable(name: "footfall", targets: ["footfall"]),
    ],
    traits: [
        .default(enabledTraits: ["FoundationTypes"]),
        .trait(
            name: "FoundationTypes",
            description: "Foundation's types in the signatures of ResearchUI and ResearchKitSteps"
        ),
    ],
    targets: [
        // C and C++ that Swift cannot reach by itself, each behind a header of plain C.
        .target(name: "CSystemCalls", path: "Sources/CLibraries/CSystemCalls"),
        // Loads a library when its first function is called: of each, the functions are listed beside its header.
        .target(name: "CLazyLibrary", path: "Sources/CLibraries/CLazyLibrary"),
        .target(
            name: "CSampleFile",
            path: "Sources/CLibraries/CSampleFile",
            cxxSettings: isOptimized ? [.unsafeFlags(["-O2"])] : [],
            linkerSettings: [.linkedLibrary("simdjson")]
        ),
        .target(name: "CIIO", dependencies: ["CLazyLibrary"], path: "Recorders/IIO/CIIO"),
        .target(name: "CGPS", dependencies: ["CLazyLibrary"], path: "Recorders/Location/CGPS"),
        .target(name: "CEvdev", dependencies: ["CLazyLibrary"], path: "Recorders/Evdev/CEvdev"),
        .target(
            name: "CSQLite",
            dependencies: ["CLazyLibrary"],
            path: "Sources/CLibraries/CSQLite"
        ),
        .systemLibrary(
            name: "CPCRE2",
            path: "Sources/CLibraries/CPCRE2",
            pkgConfig: "libpcre2-8",
            providers: [.apt(["libpcre2-dev"])]
        ),
        .systemLibrary(
            name: "CSpeechd",
            path: "Sources/CLibraries/CSpeechd",
            pkgConfig: "speech-dispatcher",
            providers: [.apt(["libspeechd-dev"])]
        ),
        .target(name: "CALSA", dependencies: ["CLazyLibrary"], path: "Sources/CLibraries/CALSA"),
        .target(name: "CFLAC", dependencies: ["CLazyLibrary"], path: "Sources/CLibraries/CFLAC"),
        .target(
            name: "CSystemd",
            dependencies: ["CLazyLibrary"],
            path: "Sources/CLibraries/CSystemd"
        ),
        .target(
            name: "CIdentity",
            dependencies: ["CLazyLibrary"],
            path: "Sources/CLibraries/CIdentity"
        ),
        // libmosquitto, and the TLS that it speaks by.
        .target(
            name: "CMosquitto",
            dependencies: ["CLazyLibrary"],
            path: "Sources/CLibraries/CMosquitto"
        ),
        .target(
            name: "CQREncode",
            dependencies: ["CLazyLibrary"],
            path: "Sources/CLibraries/CQREncode"
        ),
        .target(name: "CCairo", dependencies: ["CLazyLibrary"], path: "Sources/CLibraries/CCairo"),
        .systemLibrary(
            name: "CZlib",
            path: "Sources/CLibraries/CZlib",
            pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"])]
        ),
        .systemLibrary(
            name: "CZstd",
            path: "Sources/CLibraries/CZstd",
            pkgConfig: "libzstd",
            providers: [.apt(["libzstd-dev"])]
        ),
        .target(
            name: "CMicroHTTPD",
            dependencies: ["CLazyLibrary"],
            path: "Sources/CLibraries/CMicroHTTPD"
        ),
        .systemLibrary(
            name: "CFriBidi",
            path: "Sources/CLibraries/CFriBidi",
            pkgConfig: "fribidi",
            providers: [.apt(["libfribidi-dev"])]
        ),

        // Layer 0
        module("SystemCalls", ["CSystemCalls"]),
        // Nothing that it imports would bring the square root along.
        module("Orientation", [], libraries: ["m"]),
        module("Calibration", [], libraries: ["m"]),
        module("ViewTree", []),
        module("FoundationTypes", []),
        module("PlainWords", []),
        // Layer 1
        module("Gait", ["Orientation"]),
        module("Plotting", ["Orientation"]),
        module("Timebase", ["SystemCalls"]),
        module("TrackedStore", ["CSQLite", "SystemCalls"]),
        module("Cues", ["CALSA", "CSpeechd", "CSystemd", "SystemCalls"]),
        module("Broker", ["CMosquitto", "PlainWords", "SystemCalls"]),
        module("WebServer", ["CIdentity", "CMicroHTTPD", "SystemCalls"]),
        module("ZipFile", ["CZlib"]),
        module("FLACFile", ["SystemCalls"]),
        // Layer 2
        module("SampleFile", ["CSampleFile", "CZstd", "SystemCalls"]),
        module("SampleStream", ["SystemCalls", "Timebase"]),
        module("Research", ["CPCRE2", "SystemCalls", "Timebase"]),
        module("LifeSigns", ["PlainWords", "SystemCalls", "Timebase"]),
        // Layer 3
        module("Station", ["CSystemd", "PlainWords", "Research", "SystemCalls", "Timebase"]),
        module("Recording", ["Research", "SampleFile", "SampleStream", "SystemCalls", "Timebase"]),
        module(
            "SessionFolder",
            [
                "FLACFile", "PlainWords", "Research", "SampleFile", "SystemCalls", "Timebase",
                "ZipFile",
            ]
        ),
        module("Arguments", ["PlainWords", "Research"]),
        module("TaskEngine", ["Research", "SystemCalls", "Timebase", "TrackedStore"]),
        // Layer 4
        module(
            "RecorderKinds",
            [
                "Recording", "Research", "SampleFile", "SampleStream", "SessionFolder",
                "SystemCalls", "Timebase",
            ]
        ),
        module("CommandPages", ["Arguments"]),
        module(
            "ResearchUI",
            [
                "FoundationTypes", "Research", "SystemCalls", "TaskEngine", "Timebase", "ViewTree",
            ]
        ),
        module(
            "Outbox",
            ["PlainWords", "SampleFile", "SessionFolder", "SystemCalls", "Timebase"]
        ),
        // Layer 5
        module(
            "SessionExport",
            [
                "CZlib", "RecorderKinds", "Research", "SampleFile", "SessionFolder", "SystemCalls",
                "Timebase",
            ]
        ),
        module(
            "MotionRecorder",
            [
                "Gait", "Orientation", "RecorderKinds", "Recording", "Research", "SampleFile",
                "SampleStream", "SessionFolder", "Timebase",
            ],
            path: "Recorders/Motion"
        ),
        module(
            "InputRecorder",
            [
                "RecorderKinds", "Recording", "Research", "SampleFile", "SampleStream",
                "SessionFolder", "Timebase",
            ],
            path: "Recorders/Input"
        ),
        module(
            "TaskSession",
            [
                "PlainWords", "RecorderKinds", "Recording", "Research", "ResearchUI", "SampleFile",
                "SampleStream", "SessionFolder", "SystemCalls", "TaskEngine", "Timebase",
                "TrackedStore", "ViewTree",
            ]
        ),
        // Layer 6
        module(
            "IIOSource",
            [
                "CIIO", "Calibration", "MotionRecorder", "SampleStream", "SystemCalls", "Timebase",
            ],
            path: "Recorders/IIO",
            without: ["CIIO"]
        ),
        module(
            "EvdevSource",
            [
                "CEvdev", "InputRecorder", "MotionRecorder", "Research", "SampleStream",
                "SystemCalls", "Timebase",
            ],
            path: "Recorders/Evdev",
            without: ["CEvdev"]
        ),
        module(
            "LineRecorder",
            [
                "RecorderKinds", "Research", "SampleFile", "SampleStream", "SessionFolder",
                "SystemCalls", "Timebase",
            ],
            path: "Recorders/Lines"
        ),
        module(
            "LocationRecorder",
            [
                "CGPS", "Orientation", "RecorderKinds", "Recording", "Research", "SampleFile",
                "SampleStream", "SessionFolder", "SystemCalls", "Timebase",
            ],
            path: "Recorders/Location",
            without: ["CGPS"]
        ),
        module(
            "SoundRecorder",
            [
                "CALSA", "CFLAC", "FLACFile", "RecorderKinds", "Recording", "Research",
                "SampleFile",
                "SampleStream", "SessionFolder", "SystemCalls", "Timebase",
            ],
            path: "Recorders/Sound"
        ),
        module(
            "WalkSource",
            [
                "MotionRecorder", "Orientation", "Recording", "SampleFile", "SampleStream",
                "Timebase",
            ],
            path: "Recorders/Walk"
        ),
        module(
            "SessionAnalysis",
            [
                "Gait", "MotionRecorder", "Orientation", "PlainWords", "RecorderKinds", "Research",
                "SampleFile", "SessionFolder", "SystemCalls", "Timebase",
            ]
        ),
        module(
            "ResearchKitSteps",
            [
                "FoundationTypes", "Research", "ResearchUI", "TaskEngine", "Timebase", "ViewTree",
            ]
        ),
        module("HostServices", ["Cues", "Research", "ResearchUI", "SystemCalls"]),
        module(
            "TerminalHost",
            [
                "CFriBidi", "PlainWords", "Research", "ResearchUI", "SystemCalls", "TaskEngine",
                "Timebase",
                "ViewTree",
            ]
        ),
        // The files of a browser's page, within the program.
        .target(
            name: "CPage",
            path: "Sources/WebHost/CPage",
            exclude: ["Files"]
        ),
        .target(
            name: "WebHost",
            dependencies: [
                "CPage", "Research", "ResearchUI", "SessionFolder", "SystemCalls", "TaskEngine",
                "Timebase", "ViewTree", "WebServer",
            ],
            exclude: ["CPage"],
            swiftSettings: settings
        ),
        module(
            "SessionRuns",
            [
                "PlainWords", "RecorderKinds", "Recording", "Research", "ResearchUI", "SampleFile",
                "SampleStream", "SessionFolder", "SystemCalls", "TaskEngine", "TaskSession",
                "Timebase",
            ]
        ),
        // The script and the look of a plot's page, within the program.
        .target(
            name: "CPlotPage",
            path: "Sources/SessionPlot/CPlotPage",
            exclude: ["Files"]
        ),
        .target(
            name: "SessionPlot",
            dependencies: [
                "CCairo", "CPlotPage", "Gait", "MotionRecorder", "PlainWords", "Plotting",
                "RecorderKinds", "Research", "SampleFile", "SessionFolder", "SystemCalls",
                "Timebase",
            ],
            exclude: ["CPlotPage"],
            swiftSettings: settings
        ),
        // Layer 7
        module(
            "SessionAlignment",
            [
                "MotionRecorder", "PlainWords", "Research", "SessionAnalysis", "SessionFolder",
                "SystemCalls", "Timebase",
            ]
        ),
        module(
            "SessionProcessing",
            [
                "MotionRecorder", "PlainWords", "RecorderKinds", "SampleStream", "SessionFolder",
                "SessionRuns", "SystemCalls", "TaskEngine", "Timebase",
            ]
        ),
        module(
            "StandardRecorders",
            [
                "Arguments", "Calibration", "EvdevSource", "IIOSource", "InputRecorder",
                "LineRecorder", "LocationRecorder", "MotionRecorder", "PlainWords",
                "RecorderKinds", "Recording", "Research", "SampleStream", "SessionFolder",
                "SessionRuns", "SoundRecorder", "SystemCalls", "Timebase", "WalkSource",
            ],
            path: "Recorders/Standard"
        ),
        module(
            "FootfallTesting",
            [
                "MotionRecorder", "Research", "ResearchUI", "SampleStream", "Timebase",
            ]
        ),
        // Layer 8
        .executableTarget(
            name: "footfall",
            dependencies: [
                "Arguments", "Broker", "CQREncode", "Calibration", "CommandPages",
                "EvdevSource", "Gait",
                "LifeSigns",
                "Outbox", "PlainWords", "Plotting", "RecorderKinds", "Recording", "Research",
                "ResearchUI",
                "SampleFile", "SessionAlignment", "SessionAnalysis", "SessionExport",
                "SessionFolder", "SessionPlot", "SessionProcessing", "SessionRuns",
                "StandardRecorders", "Station", "SystemCalls", "TaskEngine", "TaskSession",
                "TerminalHost", "Timebase", "ViewTree", "WebHost", "WebServer",
            ],
            swiftSettings: settings
        ),

        // What `make bench` and the proofs run; no product, nobody depends on it.
        .target(name: "CMallocCount", path: "Benchmarks/CMallocCount"),
        .executableTarget(
            name: "footfall-benchmarks",
            dependencies: [
                "AlignmentCases", "CMallocCount", "CSystemCalls", "Gait", "GaitCases",
                "InputRecorder",
                "MotionRecorder", "Orientation", "RecorderKinds", "Recording", "Research",
                "ResearchUI", "SampleFile", "SampleStream", "SessionFolder", "SystemCalls",
                "Timebase", "ViewTree", "WalkSource",
            ],
            path: "Benchmarks/Footfall",
            swiftSettings: settings
        ),

        // What the thread sanitizer looks at; built alone, in release.
        .executableTarget(
            name: "race-gate",
            dependencies: ["SampleStream", "SystemCalls", "Timebase"],
            path: "Tests/RaceGate",
            swiftSettings: settings
        ),

        // What jobs of the lab look at in one process; built as the command is, by `make lab`.
        .executableTarget(
            name: "lab-recorder",
            dependencies: [
                "EvdevSource", "IIOSource", "InputRecorder", "MotionRecorder", "RecorderKinds",
                "Recording", "Research", "SampleStream", "SystemCalls", "Timebase",
            ],
            path: "Tests/Lab/Recorder",
            swiftSettings: settings
        ),

        tests(of: "SystemCalls", ["LoopbackParts", "OtherUser", "Patience", "Scratch"]),
        tests(of: "Orientation", ["RandomWords"]),
        tests(of: "Gait", ["GaitCases", "Orientation", "RandomWords", "WalkSource"]),
        tests(of: "Calibration", ["RandomWords"]),
        tests(of: "ViewTree"),
        tests(of: "PlainWords"),
        tests(of: "Arguments", ["PlainWords"]),
        tests(of: "CommandPages", ["Arguments", "Scratch", "SystemCalls"]),
        tests(
            of: "ResearchKitSteps",
            [
                "Recording", "Research", "ResearchUI", "SampleFile", "SampleStream", "TaskEngine",
                "Timebase", "ViewTree",
            ]
        ),
        // What tests draw by chance, and draw again.
        .target(name: "RandomWords", path: "Tests/RandomWords", swiftSettings: settings),
        // Made boards and shakes that the tests and the figures of alignment judge by.
        .target(
            name: "AlignmentCases",
            dependencies: ["RandomWords", "SessionAlignment", "Timebase"],
            path: "Tests/AlignmentCases",
            swiftSettings: settings
        ),
        // Computed walks that the tests and the benchmark of gait judge by.
        .target(
            name: "GaitCases",
            dependencies: ["Gait", "RandomWords", "WalkSource"],
            path: "Tests/GaitCases",
            swiftSettings: settings
        ),
        // How tests wait for other tasks.
        .target(
            name: "Patience",
            dependencies: ["Timebase"],
            path: "Tests/Patience",
            swiftSettings: settings
        ),
        // What an ordinary user may not do.
        .target(name: "OtherUser", path: "Tests/OtherUser", swiftSettings: settings),
        // A socket of a test's own.
        .target(name: "LoopbackParts", path: "Tests/LoopbackParts", swiftSettings: settings),
        // Where a test may leave files.
        .target(name: "Scratch", path: "Tests/Scratch", swiftSettings: settings),
        // What somebody else does to files.
        .target(
            name: "FileMoves",
            dependencies: ["SystemCalls"],
            path: "Tests/FileMoves",
            swiftSettings: settings
        ),
        // What exit tests need to know.
        .target(name: "ExitWords", path: "Tests/ExitWords", swiftSettings: settings),
        // Real servers and devices in folders of a test's own.
        .target(
            name: "CueParts",
            dependencies: ["CSystemd", "SystemCalls"],
            path: "Tests/CueParts",
            swiftSettings: settings
        ),
        tests(
            of: "HostServices",
            [
                "CueParts", "Cues", "Patience", "Research", "ResearchUI", "ShownTerminal",
                "SystemCalls", "TaskEngine", "TerminalHost", "Timebase",
            ]
        ),
        tests(
            of: "ResearchUI",
            [
                "OtherUser", "Patience", "Research", "SystemCalls", "TaskEngine", "Timebase",
                "TrackedStore", "ViewTree",
            ]
        ),
        tests(
            of: "TerminalHost",
            [
                "Patience", "Research", "ResearchUI", "Scratch", "ShownTerminal", "SystemCalls",
                "TaskEngine", "Timebase", "ViewTree",
            ]
        ),
        // A terminal whose other end is a test's.
        .target(
            name: "ShownTerminal",
            dependencies: ["Patience", "Scratch", "SystemCalls", "TerminalHost"],
            path: "Tests/ShownTerminal",
            swiftSettings: settings
        ),
        // A program with a task on its terminal, which tests end in every way.
        .executableTarget(
            name: "terminal-player",
            dependencies: ["Research", "ResearchUI", "TaskEngine", "TerminalHost"],
            path: "Tests/TerminalPlayer",
            swiftSettings: settings
        ),
        // A program that serves as a broker's child, and does nothing else.
        .executableTarget(
            name: "broker-child",
            dependencies: ["Broker", "SystemCalls"],
            path: "Tests/BrokerChild",
            swiftSettings: settings
        ),
        // A program that serves as a server's child, and does nothing else.
        .executableTarget(
            name: "web-child",
            dependencies: ["SystemCalls", "WebServer"],
            path: "Tests/WebChild",
            swiftSettings: settings
        ),
        // A server's child and whoever calls it.
        .target(
            name: "WebParts",
            dependencies: ["Scratch", "SystemCalls", "WebServer"],
            path: "Tests/WebParts",
            swiftSettings: settings
        ),
        // Real brokers, and the certificates that they show.
        .target(
            name: "BrokerParts",
            dependencies: ["CueParts", "LoopbackParts", "SystemCalls"],
            path: "Tests/BrokerParts",
            swiftSettings: settings
        ),
        tests(
            of: "Broker",
            [
                "BrokerParts", "CueParts", "LoopbackParts", "Patience", "RandomWords",
                "SystemCalls", "WebParts", "broker-child",
            ]
        ),
        tests(of: "WebServer", ["Patience", "SystemCalls", "WebParts", "web-child"]),
        tests(
            of: "WebHost",
            [
                "Patience", "Research", "ResearchUI", "Scratch", "SessionFolder", "SystemCalls",
                "TaskEngine", "Timebase", "ViewTree", "WebParts", "WebServer", "web-child",
            ]
        ),
        tests(of: "ZipFile", ["Scratch"]),
        tests(
            of: "Outbox",
            ["CueParts", "RandomWords", "SampleFile", "Scratch", "SystemCalls", "Timebase"]
        ),
        tests(of: "Timebase", ["SystemCalls"]),
        tests(of: "SampleFile", ["FileMoves", "OtherUser", "SystemCalls", "Timebase"]),
        tests(of: "SampleStream", ["Patience", "RandomWords", "SystemCalls", "Timebase"]),
        tests(of: "LifeSigns", ["RandomWords", "SystemCalls", "Timebase"]),
        tests(of: "Station", ["RandomWords", "Research", "Scratch", "SystemCalls", "Timebase"]),
        tests(of: "Research", ["InputRecorder", "MotionRecorder", "SystemCalls", "Timebase"]),
        tests(of: "TrackedStore", ["ExitWords", "Scratch", "SystemCalls"]),
        tests(of: "Cues", ["CueParts", "FileMoves", "Patience", "SystemCalls"]),
        tests(
            of: "InputRecorder",
            ["RecorderKinds", "Recording", "Research", "SampleFile", "SampleStream", "Timebase"]
        ),
        tests(
            of: "TaskEngine",
            ["Patience", "Research", "ResearchUI", "Scratch", "Timebase", "TrackedStore"]
        ),
        tests(
            of: "TaskSession",
            [
                "ExitWords", "MotionRecorder", "Patience", "RecorderKinds", "Recording", "Research",
                "ResearchUI", "SampleFile", "SampleStream", "SessionFolder", "SystemCalls",
                "TaskEngine", "Timebase", "TrackedStore", "ViewTree", "WalkSource",
            ]
        ),
        tests(
            of: "FootfallTesting",
            [
                "MotionRecorder", "RecorderKinds", "RecorderParts", "Recording", "Research",
                "SampleStream", "TaskEngine", "Timebase",
            ]
        ),
        tests(
            of: "Recording",
            [
                "FileMoves", "Patience", "Research", "SampleFile", "SampleStream", "SystemCalls",
                "Timebase",
            ]
        ),
        tests(
            of: "SessionFolder",
            [
                "ExitWords", "FileMoves", "Patience", "RandomWords", "Research", "SampleFile",
                "SystemCalls", "Timebase",
            ]
        ),
        tests(
            of: "MotionRecorder",
            [
                "Gait", "Orientation", "RandomWords", "RecorderKinds", "Recording", "Research",
                "SampleFile", "SampleStream", "SystemCalls", "Timebase", "WalkSource",
            ]
        ),
        // The real recorder of motion, over sources of a test's.
        .target(
            name: "RecorderParts",
            dependencies: [
                "MotionRecorder", "RecorderKinds", "Recording", "Research", "SampleFile",
                "SystemCalls", "Timebase",
            ],
            path: "Tests/RecorderParts",
            swiftSettings: settings
        ),
        tests(
            of: "RecorderKinds",
            [
                "FileMoves", "InputRecorder", "LineRecorder", "MotionRecorder", "RecorderParts",
                "Recording", "Research", "ResearchUI", "SampleFile", "SampleStream",
                "SessionFolder",
                "SystemCalls", "TaskSession", "Timebase", "WalkSource",
            ]
        ),
        tests(
            of: "WalkSource",
            [
                "MotionRecorder", "Orientation", "RecorderParts", "Recording", "Research",
                "SampleFile", "SampleStream", "SessionFolder", "SystemCalls", "Timebase",
            ]
        ),
        tests(
            of: "IIOSource",
            [
                "CIIO", "Calibration", "MotionRecorder", "Patience", "RandomWords", "SampleStream",
                "SystemCalls", "Timebase",
            ]
        ),
        tests(
            of: "EvdevSource",
            [
                "CEvdev", "InputRecorder", "MotionRecorder", "Patience", "SampleStream",
                "SystemCalls", "Timebase",
            ]
        ),
        tests(
            of: "LineRecorder",
            [
                "LoopbackParts", "OtherUser", "Patience", "RecorderKinds", "Recording", "Research",
                "ResearchUI",
                "SampleFile",
                "SampleStream", "Scratch", "SessionFolder", "SystemCalls", "TaskSession",
                "Timebase",
            ]
        ),
        tests(
            of: "LocationRecorder",
            [
                "CueParts", "Gait", "LoopbackParts", "MotionRecorder", "Patience", "RecorderKinds",
                "Recording", "Research", "ResearchUI", "SampleFile", "SampleStream", "Scratch",
                "SessionFolder", "SystemCalls", "TaskSession", "Timebase", "ViewTree", "WalkSource",
            ]
        ),
        tests(
            of: "SoundRecorder",
            [
                "FLACFile", "Patience", "RecorderKinds", "Recording", "Research", "ResearchUI",
                "SampleFile",
                "SampleStream", "Scratch", "SessionFolder", "SystemCalls", "TaskSession",
                "Timebase",
            ]
        ),
        // Sessions of motion that tests write by hand.
        .target(
            name: "WrittenMotion",
            dependencies: ["MotionRecorder", "Scratch", "SessionFolder", "Timebase"],
            path: "Tests/WrittenMotion",
            swiftSettings: settings
        ),
        tests(
            of: "SessionAlignment",
            [
                "AlignmentCases", "RandomWords", "Research", "SampleFile",
                "SessionFolder", "Timebase", "WrittenMotion",
            ]
        ),
        tests(
            of: "SessionAnalysis",
            [
                "Gait", "MotionRecorder", "Research", "Scratch", "SessionFolder", "Timebase",
                "WalkSource", "WrittenMotion",
            ]
        ),
        tests(
            of: "SessionRuns",
            ["RecorderKinds", "Research", "Scratch", "SessionFolder", "TaskSession", "Timebase"]
        ),
        tests(
            of: "SessionProcessing",
            ["MotionRecorder", "RecorderKinds", "SampleStream", "SessionFolder", "SessionRuns"]
        ),
        tests(
            of: "StandardRecorders",
            [
                "Arguments", "Calibration", "IIOSource", "InputRecorder", "LineRecorder",
                "MotionRecorder", "SessionRuns", "Scratch", "SystemCalls", "Timebase",
            ]
        ),
        tests(
            of: "footfall",
            [
                "Arguments", "Broker", "CLazyLibrary", "EvdevSource", "Gait", "IIOSource",
                "InputRecorder", "LifeSigns", "MotionRecorder", "Orientation", "Patience",
                "PlainWords",
                "RecorderKinds", "Recording", "Research", "ResearchUI", "SampleFile",
                "SampleStream",
                "SessionAlignment", "SessionAnalysis", "SessionFolder", "SessionPlot",
                "SessionProcessing", "SessionRuns", "ShownTerminal", "StandardRecorders",
                "Station", "SystemCalls", "TerminalHost", "Timebase",
                "ViewTree", "WalkSource", "WebHost", "WebParts", "WebServer",
            ]
        ),
        tests(of: "Plotting"),
        tests(
            of: "SessionPlot",
            [
                "MotionRecorder", "Plotting", "SampleFile", "Scratch", "SessionFolder", "Timebase",
                "WrittenMotion",
            ]
        ),
        tests(
            of: "SessionExport",
            [
                "InputRecorder", "MotionRecorder", "RecorderKinds", "Research", "SampleFile",
                "Scratch",
                "SessionFolder", "SystemCalls", "Timebase",
            ]
        ),
        .testTarget(name: "ArchitectureTests", exclude: ["FieldAPI"], swiftSettings: settings),
    ],
    cxxLanguageStandard: .cxx17
)
