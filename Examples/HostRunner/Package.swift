// swift-tools-version: 6.3
// What a host of Footfall looks like from outside: a package of its own, which knows the libraries
// by their public faces only.
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

func footfall(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "Footfall") }
}

let package = Package(
    name: "HostRunner",
    dependencies: [.package(name: "Footfall", path: "../..")],
    targets: [
        // A recorder that somebody else has written.
        .target(
            name: "LightRecorder",
            dependencies: footfall("RecorderKinds", "SampleStream"),
            swiftSettings: settings
        ),
        // Part 1: a runner of another's, with our recorders and that one.
        .executableTarget(
            name: "ForeignRunner",
            dependencies: ["LightRecorder"]
                + footfall(
                    "MotionRecorder",
                    "RecorderKinds",
                    "Recording",
                    "Research",
                    "SampleFile",
                    "SampleStream",
                    "SessionFolder",
                    "TaskSession",
                    "Timebase",
                    "WalkSource"
                ),
            swiftSettings: settings
        ),
        // Part 2: a host without a runner of its own.
        .executableTarget(
            name: "EmbeddedTask",
            dependencies: ["LightRecorder"]
                + footfall(
                    "MotionRecorder",
                    "RecorderKinds",
                    "Research",
                    "ResearchUI",
                    "SampleStream",
                    "TaskEngine",
                    "TaskSession",
                    "Timebase",
                    "WalkSource"
                ),
            swiftSettings: settings
        ),
        // Part 3: a host that draws.
        .executableTarget(
            name: "ScreenHost",
            dependencies: footfall(
                "HostServices",
                "MotionRecorder",
                "RecorderKinds",
                "Research",
                "ResearchUI",
                "SampleStream",
                "TaskEngine",
                "TaskSession",
                "Timebase",
                "ViewTree",
                "WalkSource"
            ),
            swiftSettings: settings
        ),
    ]
)
