// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "WalkStudy",
    dependencies: [.package(name: "Footfall", path: "../..")],
    targets: [
        .executableTarget(
            name: "WalkStudy",
            dependencies: [
                "MotionRecorder", "ReplaySource", "Research", "ResearchUI", "SampleStream",
                "TaskEngine", "TaskSession", "Timebase",
            ].map { .product(name: $0, package: "Footfall") }
        )
    ]
)
