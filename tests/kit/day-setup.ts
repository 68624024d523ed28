/**
 * Runs tests as if they began at another time: `VITE_TEST_DAY`, ISO 8601 (`npm run test:day`). The clock runs on from there. Only
 * JavaScript's dates are changed, so this is for tests without a database.
 */
const scope = globalThis as { hasTestDay?: true }
// Files of one worker share their globals: the clock is changed once.
if (!scope.hasTestDay) {
  const begin = String(import.meta.env.VITE_TEST_DAY)
  const shiftMs = Date.parse(begin) - Date.now()
  if (Number.isNaN(shiftMs)) throw new Error(`VITE_TEST_DAY is an ISO 8601 date or time, not '${begin}'`)
  const now = Date.now.bind(Date)
  Date.now = () => now() + shiftMs
  globalThis.Date = new Proxy(Date, {
    apply: (target) => new target(target.now()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [target.now()], newTarget) as object,
  })
  scope.hasTestDay = true
}
