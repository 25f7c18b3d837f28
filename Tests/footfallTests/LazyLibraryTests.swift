// The libraries that the first call of a function loads.

import CLazyLibrary
import Glibc
import Testing

@Suite("A library that is loaded late")
struct LazyLibraryTests {
    @Test("is there, and has every function that is called")
    func isWhole() {
        let problem = unsafe footfall_lazy_problem().map { unsafe String(cString: $0) }
        #expect(problem == nil)
    }

    @Test("is told by its name where it is missing, to who can do without it")
    func isMissing() throws {
        let file = "libfootfall-is-missing.so.9"
        let problem = try unsafe file.withCString { name in
            var library = unsafe footfall_lazy_library(file: name, begin: nil, end: nil)
            #expect(unsafe footfall_lazy_number_of(&library) == -ELIBACC)
            return try #require(
                unsafe footfall_lazy_problem_of(&library).map { unsafe String(cString: $0) }
            )
        }
        #expect(problem.contains(file))
    }
}
