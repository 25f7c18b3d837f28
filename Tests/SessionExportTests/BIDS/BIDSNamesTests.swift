// The labels and names in a dataset, and the place of each session in it.

import SessionFolder
import Testing

@testable import SessionExport

@Suite("Labels and names of BIDS")
struct BIDSNamesTests {
    @Test(
        "have letters and digits only; those of files have capitals where other characters were",
        arguments: [
            ("lowBack_motion", "lowBackmotion", "lowBackMotion"), ("P-07", "P07", "P07"),
            ("walk to the door", "walktothedoor", "walkToTheDoor"), ("éà_x", "x", "x"),
            ("../../etc", "etc", "etc"), ("2", "2", "2"), ("a__b", "ab", "aB"),
        ]
    )
    func labels(text: String, plain: String, joined: String) {
        #expect(BIDSLabel.plain(text) == plain)
        #expect(BIDSLabel.joined(text) == joined)
    }

    @Test(
        "do not exist for a text without ASCII letters and digits",
        arguments: ["", "-_.", "ü", "/"]
    )
    func nothing(text: String) {
        #expect(BIDSLabel.plain(text) == nil)
        #expect(BIDSLabel.joined(text) == nil)
    }

    @Test("are cut after forty letters, because file names have a limit")
    func long() {
        let text = String(repeating: "ab-", count: 20) + "c"
        #expect(BIDSLabel.plain(text) == String(repeating: "ab", count: 20))
        #expect(BIDSLabel.joined(text) == "ab" + String(repeating: "Ab", count: 19))
        #expect(!BIDSLabel.isCut(text.filter { $0 != "c" }) && BIDSLabel.isCut(text))
        let label = String(repeating: "a", count: BIDSLabel.longest)
        let name = BIDSName(subject: label, visit: label, task: "\(label)x99", run: 999_999)
        #expect(name.motion("\(label)x99", "channels.json").utf8.count <= 255)
    }

    @Test("are not used twice, not even in another case")
    func unused() {
        #expect(BIDSLabel.unused("imu", among: ["arm"]) == "imu")
        #expect(BIDSLabel.unused("imu", among: ["IMU"]) == "imux2")
        #expect(BIDSLabel.unused("imu", among: ["imu", "imuX2"]) == "imux3")
    }

    @Test("have the parts in the order of BIDS")
    func names() {
        let whole = BIDSName(subject: "P07", visit: "2", task: "walk", run: 3)
        #expect(whole.folder == "sub-P07/ses-2")
        #expect(
            whole.motion("imu", "motion.tsv")
                == "sub-P07_ses-2_task-walk_tracksys-imu_run-3_motion.tsv"
        )
        #expect(
            whole.behaviour("touch", "beh.json")
                == "sub-P07_ses-2_task-walk_acq-touch_run-3_beh.json"
        )
        let least = BIDSName(subject: "P07", task: "walk")
        #expect(least.folder == "sub-P07")
        #expect(least.motion("imu", "motion.tsv") == "sub-P07_task-walk_tracksys-imu_motion.tsv")
    }
}

@Suite("The places of sessions in a dataset")
struct BIDSPlanTests {
    private func source(
        _ path: String,
        subject: String? = nil,
        visit: String? = nil,
        run: String = "1F6A03BC-0000",
        task: String = "walk",
        at start: Int64 = 0
    ) throws -> BIDSPlan.Source {
        BIDSPlan.Source(
            path: path,
            participant: try Participant(subject: subject, visit: visit),
            runUUID: run,
            task: task,
            start: start
        )
    }

    @Test("are runs in order of time if there are several of one subject, visit and task")
    func runs() throws {
        let plan = try BIDSPlan([
            source("late", subject: "A", visit: "1", at: 9),
            source("early", subject: "A", visit: "1", at: 1),
            source("other", subject: "A", visit: "2", at: 2),
            source("task", subject: "A", visit: "1", task: "sit", at: 3),
            source("who", subject: "B", visit: "1", at: 4),
        ])
        #expect(plan.places.map(\.source.path) == ["early", "other", "task", "who", "late"])
        #expect(plan.places.map(\.name.run) == [1, nil, nil, nil, 2])
        #expect(Set(plan.places.map { $0.name.motion("x", "motion.tsv") }).count == 5)
    }

    @Test("use the run's identifier if a session names no subject, and note that")
    func nobody() throws {
        let plan = try BIDSPlan([source("a"), source("b", run: "2A6A03BC-0000")])
        #expect(plan.places.map(\.name.subject) == ["1f6a03bc", "2a6a03bc"])
        #expect(plan.places.map(\.name.visit) == [nil, nil])
        #expect(plan.places.allSatisfy { $0.notes.count == 1 && $0.notes[0].contains("sub-") })
        #expect(throws: SessionError.self) {
            try BIDSPlan([source("a"), source("b", run: "1F6A03BC-0001")])
        }
        #expect(throws: SessionError.self) {
            try BIDSPlan([source("a"), source("b", subject: "1f6a03bc")])
        }
        #expect(try BIDSPlan([source("a"), source("b", at: 1)]).places.map(\.name.run) == [1, 2])
        let named = try BIDSPlan([source("a", subject: "P07")])
        #expect(named.places[0].notes.isEmpty)
    }

    @Test("have a visit if any other one has a visit")
    func visits() throws {
        let plan = try BIDSPlan([
            source("a", subject: "A", visit: "1"), source("b", subject: "B", at: 1),
        ])
        #expect(plan.places.map(\.name.visit) == ["1", BIDSPlan.visitOfNone])
        #expect(plan.places[1].notes.count == 1)
    }

    @Test(
        "are refused if two people would become one",
        arguments: [("P-07", "P07"), ("p07", "P07"), ("P0-7", "P-07")]
    )
    func people(first: String, second: String) throws {
        let sources = [try source("a", subject: first), try source("b", subject: second, at: 1)]
        let error = #expect(throws: SessionError.self) { try BIDSPlan(sources) }
        let text = "\(try #require(error))"
        #expect(text.contains(first) && text.contains(second))
    }

    @Test("are refused if two visits would become one, or a visit would be that of no visit")
    func visitsOfOne() throws {
        #expect(throws: SessionError.self) {
            try BIDSPlan([
                source("a", subject: "A", visit: "1-0"), source("b", subject: "A", visit: "10"),
            ])
        }
        #expect(throws: SessionError.self) {
            try BIDSPlan([
                source("a", subject: "A", visit: BIDSPlan.visitOfNone), source("b", subject: "A"),
            ])
        }
        let apart = try BIDSPlan([
            source("a", subject: "A", visit: "1-0"), source("b", subject: "B", visit: "10"),
        ])
        #expect(apart.places.count == 2)
    }

    @Test(
        "have a label for a task with any identifier",
        arguments: [("--", "task"), ("a-b", "ab")]
    )
    func tasks(identifier: String, label: String) throws {
        #expect(try BIDSPlan([source("a", task: identifier)]).places[0].name.task == label)
    }

    @Test("are runs of one task only; another with the same label gets a number and a note")
    func tasksAlike() throws {
        let plan = try BIDSPlan([
            source("a", subject: "A", task: "wa-lk", at: 1),
            source("b", subject: "A", task: "walk", at: 2),
            source("c", subject: "A", task: "Walk", at: 3),
            source("d", subject: "A", task: "wa-lk", at: 4),
        ])
        #expect(plan.places.map(\.name.task) == ["walk", "walkx2", "Walkx3", "walk"])
        #expect(plan.places.map(\.name.run) == [1, nil, nil, 2])
        #expect(plan.places.map(\.notes.count) == [0, 1, 1, 0])
        #expect(plan.places[1].notes.first?.contains("task-walkx2") == true)
    }

    @Test("have a note if a task's label was cut, and are no runs of one that begins alike")
    func cut() throws {
        let long = String(repeating: "P", count: BIDSLabel.longest)
        let plan = try BIDSPlan([
            source("a", subject: "A", task: "\(long)1"),
            source("b", subject: "A", task: "\(long)2", at: 1),
            source("c", subject: "A", task: long, at: 2),
        ])
        #expect(plan.places.map(\.name.task) == [long, "\(long)x2", "\(long)x3"])
        #expect(plan.places.map(\.name.run) == [nil, nil, nil])
        #expect(plan.places.map(\.notes.count) == [1, 2, 1])
    }
}
