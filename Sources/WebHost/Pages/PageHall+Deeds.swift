// Accepts what users do on pages: passes the leading page's events to the run, each once and in order.

internal import FoundationEssentials
internal import ResearchUI
internal import Timebase
internal import ViewTree
internal import WebServer

extension PageHall {
    /// Returns the page that sent a request.
    ///
    /// If the page has no open feed, answers that it must open its feed first, and returns `nil`.
    private func page(
        _ id: PageID,
        of role: WebRole,
        asking question: HTTPRequest.ID
    ) -> Page? {
        if let page = pages[id], page.role == role { return page }
        server.answer(question, .refusal(503, "this page is not connected: open its feed again"))
        return nil
    }

    /// Accepts a page's events, which arrived at `here`, and answers with the number of the last accepted one.
    func take(
        _ deeds: PageDeeds,
        by role: WebRole,
        _ here: BootInstant,
        _ question: HTTPRequest.ID
    ) {
        // Pages send messages without events by themselves; one may have been on its way when the hall was closed.
        guard !isClosed || !deeds.events.isEmpty else {
            let answer = PageAnswer(taken: numberTaken(of: deeds.page))
            return server.answer(question, .json(200, answer))
        }
        guard let page = page(deeds.page, of: role, asking: question) else { return }
        page.clock.hear(sentSeconds: deeds.sent / 1000, hereSeconds: here.seconds)
        page.note(does: deeds.cues)
        page.follow(show.run, leads: leading.leads(page.id))
        guard leading.leads(page.id) else { return refuse(deeds, of: page, question) }
        if !deeds.events.isEmpty { onDeed() }
        var refused: [Int] = []
        for deed in deeds.events where deed.n == page.taken + 1 {
            page.taken += 1
            // An event on an earlier run's screen must not act on the next run: it is refused.
            guard deed.run == show.id else {
                refused.append(deed.n)
                continue
            }
            guard let event = deed.event else { continue }
            // Measured now, not at `here`: the message has waited for the main actor since.
            let now = LiveTimekeeper().now.seconds
            guard let ago = page.clock.secondsAgo(atSeconds: deed.at / 1000, hereSeconds: now)
            else {
                refused.append(deed.n)
                continue
            }
            page.receive(event.done(secondsAgo: ago))
        }
        answer(question, takenOf: page, but: refused)
    }

    /// Refuses the events of a page that does not lead, but passes on a report that updates are missing.
    private func refuse(_ deeds: PageDeeds, of page: Page, _ question: HTTPRequest.ID) {
        for deed in deeds.events {
            if case .missed? = deed.event, let event = deed.event { page.receive(event) }
        }
        let error = deeds.events.isEmpty ? nil : "follows"
        server.answer(
            question,
            .json(error == nil ? 200 : 409, PageAnswer(taken: page.taken, error: error))
        )
    }

    private func answer(
        _ question: HTTPRequest.ID,
        takenOf page: Page,
        but refused: [Int] = []
    ) {
        noteTaken(page.taken, of: page.id)
        let answer = PageAnswer(taken: page.taken, refused: refused.isEmpty ? nil : refused)
        server.answer(question, .json(200, answer))
    }

    // MARK: Pictures

    /// Accepts a picture from a page; answers once it is written.
    func take(
        _ picture: PictureErrand,
        by role: WebRole,
        _ bytes: [UInt8],
        _ question: HTTPRequest.ID
    ) {
        guard let page = page(picture.page, of: role, asking: question) else { return }
        guard leading.leads(page.id) else {
            let answer = PageAnswer(taken: page.taken, error: "follows")
            return server.answer(question, .json(409, answer))
        }
        onDeed()
        guard picture.number == page.taken + 1 else { return answer(question, takenOf: page) }
        guard let run = show.run, picture.run == show.id else {
            page.taken += 1
            return answer(question, takenOf: page, but: [picture.number])
        }
        awaited[page.id, default: []].append(question)
        // A page sends its picture again after a broken connection; it is written only once.
        guard awaited[page.id] == [question] else { return }
        Task { await self.keep(bytes, picture, for: run) }
    }

    /// Writes a picture without blocking the main actor: a disk may be slow.
    private func keep(
        _ bytes: [UInt8],
        _ picture: PictureErrand,
        for run: RSDTaskViewController
    ) async {
        let kept: Result<String, any Error>
        do {
            kept = .success(try await PictureFolder.keep(bytes, picture, in: run.services.pictures))
        } catch {
            kept = .failure(error)
        }
        let questions = awaited.removeValue(forKey: picture.page) ?? []
        switch kept {
        case .failure(let error):
            for question in questions { server.answer(question, .refusal(507, "\(error)")) }
        case .success(let file):
            // The page may have reloaded or gone by now; its event still counts.
            let number = max(numberTaken(of: picture.page), picture.number)
            noteTaken(number, of: picture.page)
            var refused: [Int]?
            if run === show.run {
                onPicture(.pictured(ViewID(picture.element), file: file))
            } else {
                refused = [picture.number]
                await PictureFolder.discard(file, in: run.services.pictures)
            }
            for question in questions {
                server.answer(question, .json(200, PageAnswer(taken: number, refused: refused)))
            }
        }
    }
}
