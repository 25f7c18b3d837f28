// swift-tools-version: 6.3
// The software of a gait study: its task, its measure, a sensor of its own, and its tests, which replay recorded
// sessions through the task instead of asking people to walk.
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
    name: "StudyTests",
    dependencies: [.package(name: "Footfall", path: "../..")],
    targets: [
        .target(
            name: "GaitStudy",
            dependencies: footfall(
                "MotionRecorder",
                "Research",
                "ResearchUI",
                "SampleFile",
                "TaskSession",
                "ViewTree"
            ),
            resources: [.copy("TenMetreWalk.json")],
            swiftSettings: settings
        ),
        .testTarget(
            name: "GaitStudyTests",
            dependencies: ["GaitStudy"]
                + footfall(
                    "FootfallTesting",
                    "MotionRecorder",
                    "RecorderKinds",
                    "Research",
                    "ResearchUI",
                    "TaskEngine",
                    "TaskSession",
                    "Timebase",
                    "ViewTree"
                ),
            swiftSettings: settings
        ),
        // The study's own check of task files.
        .executableTarget(
            name: "CheckTask",
            dependencies: ["GaitStudy", "SkinSensor"] + footfall("RecorderKinds", "Research"),
            swiftSettings: settings
        ),
        // A recorder of the study's own: this folder, and a line wherever it is registered.
        .target(
            name: "SkinSensor",
            dependencies: footfall("RecorderKinds", "SampleStream"),
            swiftSettings: settings
        ),
        .testTarget(
            name: "SkinSensorTests",
            dependencies: ["SkinSensor"]
                + footfall(
                    "FootfallTesting",
                    "RecorderKinds",
                    "Recording",
                    "Research",
                    "ResearchUI",
                    "SessionFolder",
                    "TaskSession",
                    "Timebase"
                ),
            swiftSettings: settings
        ),
    ]
)
