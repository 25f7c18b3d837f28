import Foundation
import Scratch
import Testing

@testable import Outbox

@Suite("A destination")
struct DestinationTests {
    @Test(
        "is shown without what may be secret",
        arguments: [
            ("study:sessions", "study:sessions"),
            (
                ":sftp,host=a.org,user=gait,pass=word:there",
                ":sftp,host=a.org,user=gait,pass=…:there"
            ),
            (
                ":webdav,url=\"https://gait:word@a.org:8443/x\",pass='a:b,c':there",
                ":webdav,url=\"https://…@a.org:8443/…\",pass=…:there"
            ),
            (
                ":s3,access_key_id=A,secret_access_key=B:bucket",
                ":s3,access_key_id=A,secret_access_key=…:bucket"
            ),
            (
                ":crypt,remote=':sftp,host=a,pass=SECRET:p',password=SECRET:x",
                ":crypt,remote=':sftp,host=a,pass=…:p',password=…:x"
            ),
            (
                ":webdav,url='https://h/x?token=SECRET':p", ":webdav,url='https://h/…':p"
            ),
            (":webdav,url='http://u:p/SECRET@h':p", ":webdav,url='http://…@h':p"),
            (
                "study,key_file=/home/gait/.ssh/id:sessions",
                "study,key_file=…:sessions"
            ),
            ("/data/there", "/data/there"), ("/data/a:b", "/data/a:b"),
        ]
    )
    func hides(text: String, shown: String) throws {
        #expect(try Destination(text).shown == shown)
        #expect(try Destination(text).text == text)
    }

    @Test(
        "is refused where it is none, or may be taken for an option",
        arguments: [
            "", "-v", "--config=/x:y", "a\nb:", "a\0:", "a,b/c", "x/y,z=1:w", ":sftp,host=a",
            ":sftp,pass=\"a:b",
        ]
    )
    func refuses(text: String) {
        #expect { try Destination(text) } throws: { ($0 as? SendError)?.kind == .setUp }
    }

    @Test(
        "is not repeated by its error, since it may contain a password",
        arguments: ["-sftp,pass=SECRET:x", "x/y,pass=SECRET:w", ":sftp,pass=SECRET"]
    )
    func keepsSecret(text: String) {
        let error = #expect(throws: SendError.self) { try Destination(text) }
        #expect(error?.description.contains("SECRET") == false)
    }

    @Test("has the same key whatever the password is, and another one elsewhere")
    func key() throws {
        let first = try Destination(":sftp,host=a,pass=x:there")
        #expect(try first.key == Destination(":sftp,host=a,pass=y:there").key)
        #expect(try first.key != Destination(":sftp,host=b,pass=x:there").key)
        #expect(first.key.count == 16)
        #expect(try first.key == Destination(":sftp,host=a,pass=x:there/").key)
        let distinct = [
            ":union,upstreams='A A2':x", ":union,upstreams='B B2':x", ":drive,root_folder_id=1:",
            ":drive,root_folder_id=2:", ":webdav,url='https://h/a':p",
            ":webdav,url='https://h/b':p",
            ":crypt,remote=':sftp,host=a,pass=x:p':", ":crypt,remote=':sftp,host=b,pass=x:p':",
        ]
        #expect(try Set(distinct.map { try Destination($0).key }).count == distinct.count)
        #expect(try Destination("/data/far").key == Destination("/data//./far/").key)
    }

    @Test(
        "is joined with a path as rclone does",
        arguments: [
            ("a:", "a:x"), ("a:b", "a:b/x"), ("a:b/", "a:b/x"), ("/", "/x"), ("/b", "/b/x"),
            ("/b/", "/b/x"), ("/b:", "/b:/x"), ("a:b:", "a:b:/x"),
        ]
    )
    func joins(text: String, joined: String) throws {
        let destination = try Destination(text)
        #expect(destination.place("x") == joined)
        #expect(destination.shownPlace("x") == joined)
        #expect(destination.isRootOfRemote == (text == "a:"))
    }

    @Test(
        "is refused where it is the folder that sessions are sent from, or lies in it, by whatever path"
    )
    func ownFolder() throws {
        let store = try SessionStore()
        _ = try store.session(1)
        let link = "\(store.scratch.path)/link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: store.place
        )
        let inside = ["\(store.place)/backup", "\(link)/not/there"]
        for path in [store.place, "\(store.place)/", "\(store.place)/../Sessions", link] + inside {
            let destination = try Destination(path)
            let error = try #require(throws: SendError.self) {
                try Outbox(of: store.place, to: destination)
            }
            #expect(error.kind == .setUp)
            #expect(error.what.contains("sent from"))
        }
        _ = try Outbox(of: store.place, to: Destination("\(store.place)-backup"))
    }
}
