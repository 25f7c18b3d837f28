// swift-tools-version: 6.3
// Example hosts of Footfall, in a package of their own, which uses the libraries
// only through their public interface.
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
        // A third-party recorder.
        .target(
            name: "LightRecorder",
            dependencies: footfall("RecorderKinds", "SampleStream"),
            swiftSettings: settings
        ),
        // Part 1: a task runner that is not Footfall's, with Footfall's recorders and the third-party one.
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
