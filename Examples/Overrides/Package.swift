// swift-tools-version: 6.3
// An app that subclasses the controllers: a package of its own, which can override no
// more than is open, and sees no more than is public.
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

let package = Package(
    name: "Overrides",
    dependencies: [.package(name: "Footfall", path: "../..")],
    targets: [
        .executableTarget(
            name: "Overrides",
            dependencies: [
                "Research", "ResearchKitSteps", "ResearchUI", "TaskEngine", "Timebase", "ViewTree",
            ].map { .product(name: $0, package: "Footfall") },
            swiftSettings: settings
        )
    ]
)
