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
      const tick = () => {
        if (document.querySelector(selector)?.textContent.trim() === text)
          return after(() => resolve(performance.timeOrigin + performance.now()))
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
  if (window.__bench_first) bench.first = bench.shown(window.__bench_first)
})()
