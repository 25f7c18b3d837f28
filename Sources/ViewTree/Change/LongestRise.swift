// Finds which of several reordered elements can stay in place: the largest set that is still in its old order. Moving
// all others is the least number of moves.

/// The longest increasing subsequence of distinct numbers.
enum LongestRise {
    /// The indexes of its numbers, in order.
    static func places(in numbers: [Int]) -> [Int] {
        // For each length, the index of the lowest number that ends such a sequence.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            var low = 0
            var high = ends.count
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[place] = ends[low - 1] }
            if low == ends.count { ends.append(place) } else { ends[low] = place }
        }
        var rise: [Int] = []
        var place = ends.last
        while let found = place {
            rise.append(found)
            place = previous[found]
        }
        return rise.reversed()
    }
}
