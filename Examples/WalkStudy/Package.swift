// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "WalkStudy",
    dependencies: [.package(name: "Footfall", path: "../..")],
    targets: [
        .executableTarget(
            name: "WalkStudy",
            dependencies: [
                "MotionRecorder", "RecorderKinds", "Research", "ResearchUI", "SampleStream",
                "TaskEngine", "TaskSession", "Timebase", "WalkSource",
            ].map { .product(name: $0, package: "Footfall") }
        )
    ]
)
