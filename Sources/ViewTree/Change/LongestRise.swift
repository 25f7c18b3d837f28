// Which of several things that changed places need not be touched: the most that still stand in their
// old order. All others are moved, and no fewer moves would do.

/// The longest part of some numbers, all different, that rises.
enum LongestRise {
    /// The places of the numbers that belong to it, in order.
    static func places(in numbers: [Int]) -> [Int] {
        // For each length, the place where the lowest number stands that such a rise ends with.
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
