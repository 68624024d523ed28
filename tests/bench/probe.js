// Runs in the measured page before any of its scripts: times of clicks, of the first thing of use, paints and long tasks.
;(() => {
  const bench = (window.__bench = { longtasks: [], fcp: 0, lcp: 0, click: 0 })
  const observe = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
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
  if (window.__bench_first) bench.first = bench.shown(window.__bench_first)
})()
