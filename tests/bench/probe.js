// Runs in the measured page before any of its scripts: times of clicks, of the first thing of use, paints and long tasks.
;(() => {
  const bench = (window.__bench = { longtasks: [], fcp: 0, lcp: 0, click: 0 })
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  observe('longtask', (entry) => bench.longtasks.push([entry.startTime, entry.duration]))
  observe('paint', (entry) => entry.name === 'first-contentful-paint' && (bench.fcp = entry.startTime))
  observe('largest-contentful-paint', (entry) => (bench.lcp = entry.startTime))
  addEventListener('click', (event) => (bench.click = event.timeStamp), true)
  // Ahead of work that the page itself has queued, right after the frame.
  const after = (callback) => scheduler.postTask(callback, { priority: 'user-blocking' })
  /** Resolves with the time just after the frame in which the selector has text. */
  bench.shown = (selector, timeout = 60_000) =>
    new Promise((resolve, reject) => {
      const end = performance.now() + timeout
      const tick = () => {
        if (document.querySelector(selector)?.textContent.trim()) return after(() => resolve(performance.now()))
        if (performance.now() > end) return reject(new Error(`${selector} did not appear`))
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    })
  /** Resolves with the time, as Date.now() tells it, just after the frame in which the selector shows the text. */
  bench.shows = (selector, text, timeout = 60_000) =>
    new Promise((resolve, reject) => {
      const end = performance.now() + timeout
      let found = null
      const tick = () => {
        // A search of the whole page in each frame would be a twentieth of a slow page's time.
        if (!found?.isConnected || !found.matches(selector)) found = document.querySelector(selector)
        if (found?.textContent.trim() === text) return after(() => resolve(performance.timeOrigin + performance.now()))
        if (performance.now() > end) return reject(new Error(`${selector} did not come to show ${text}`))
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    })
  /** Counts frames from now on. @returns a function that ends it, and tells how many were left out and how long tasks took in all */
  bench.countFrames = () => {
    const began = performance.now()
    let [before, dropped, worst, counting] = [0, 0, 0, true]
    const tick = (now) => {
      if (!counting) return
      if (before > 0) dropped += Math.max(0, Math.round((now - before) / (1000 / 60)) - 1)
      if (before > 0) worst = Math.max(worst, now - before)
      before = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    return async () => {
      counting = false
      const ended = performance.now()
      // Long tasks are told a moment after they are over.
      await new Promise((resolve) => setTimeout(resolve, 300))
      const long = bench.longtasks.filter(([start, duration]) => start + duration > began && start < ended)
      return { dropped, worst, longtasks: long.reduce((sum, [, duration]) => sum + duration, 0) }
    }
  }
  /** Resolves with what was seen of a scroll: without pixels from end to end, by the clock, as under a dragged scrollbar. */
  bench.scroll = async (selector, row, { ms, pixels }) => {
    const scroller = document.querySelector(selector)
    const most = scroller.scrollHeight - scroller.clientHeight
    const { left, top, height } = scroller.getBoundingClientRect()
    const places = [0.25, 0.5, 0.75].map((share) => [left + 300, top + height * share])
    let [blank, checked] = [0, 0]
    const isBlank = ([x, y]) => !((document.elementFromPoint(x, y)?.closest(row)?.textContent.trim().length ?? 0) >= 12)
    const look = () => {
      checked += 1
      if (places.some(isBlank)) blank += 1
    }
    const scrolled = () => requestAnimationFrame(look)
    scroller.addEventListener('scroll', scrolled)
    const began = performance.now()
    const frames = []
    let before = 0
    await new Promise((resolve) => {
      const tick = (now) => {
        if (before > 0) frames.push(now - before)
        before = now
        const passed = performance.now() - began
        if (passed > ms) return resolve()
        // In a task right after the frame, so that the page hears of it at the head of the next one.
        void after(() => (scroller.scrollTop = pixels ? scroller.scrollTop + pixels : (passed / ms) * most))
        requestAnimationFrame(tick)
      }
      requestAnimationFrame(tick)
    })
    scroller.removeEventListener('scroll', scrolled)
    return {
      fps: (1000 * frames.length) / frames.reduce((sum, frame) => sum + frame, 0),
      worst: Math.max(...frames),
      blank,
      checked,
      reached: scroller.scrollTop / most,
    }
  }
  /** Resolves once each row that is whole in view shows the image of a cell, or with those that do when there is no more patience. */
  bench.imagesInView = async (selector, row, cell, timeout = 10_000) => {
    const began = performance.now()
    const { top, bottom } = document.querySelector(selector).getBoundingClientRect()
    for (;;) {
      await new Promise(requestAnimationFrame)
      const rows = [...document.querySelectorAll(row)].filter((each) => {
        const box = each.getBoundingClientRect()
        return box.top >= top && box.bottom <= bottom
      })
      const images = rows.flatMap((each) => [...each.querySelectorAll(`${cell} img`)].slice(0, 1))
      const there = images.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
      const isOver = performance.now() - began > timeout
      if (!isOver && (rows.length === 0 || there.length < rows.length)) continue
      await Promise.all(there.map((image) => image.decode()))
      await new Promise((resolve) => requestAnimationFrame(() => after(resolve)))
      return { painted: there.length, inView: rows.length, after: performance.now() - began }
    }
  }
  if (window.__bench_first) bench.first = bench.shown(window.__bench_first)
})()
