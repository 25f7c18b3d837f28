// swift-tools-version: 6.3
// The software of a gait study: its task, its measure, and its own tests, which replay recorded
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
    ]
)
