/** Checks that take too long for `npm test`: each is a command of package.json, and all run even if another one fails. */

export interface Part {
  name: string
  /** Arguments of npm. */
  npm: readonly string[]
}
export interface PartResult {
  name: string
  code: number
  seconds: number
}

export const PARTS: readonly Part[] = [
  { name: 'build', npm: ['run', 'build'] },
  // One run for all depths, so that its report in test-results/paths covers them together.
  { name: 'paths', npm: ['run', 'paths', '--', '--depth', 'all'] },
  { name: 'walks', npm: ['run', 'test:walks'] },
  { name: 'day', npm: ['run', 'test:day'] },
  { name: 'stories', npm: ['run', 'test:stories:complete'] },
  { name: 'workshop', npm: ['run', 'test:workshop'] },
  { name: 'pictures', npm: ['run', 'pictures'] },
  { name: 'databases', npm: ['run', 'test:databases'] },
  { name: 'import', npm: ['run', 'test:import'] },
  { name: 'mutate', npm: ['run', 'mutate'] },
  { name: 'plant', npm: ['run', 'plant'] },
]

/** @param names of the parts to run; an empty list means all. @throws on an unknown name */
export function partsNamed(names: readonly string[]): readonly Part[] {
  const unknown = names.find((name) => !PARTS.some((part) => part.name === name))
  if (unknown !== undefined)
    throw new Error(`There is no part '${unknown}': ${PARTS.map(({ name }) => name).join(', ')}.`)
  return names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name))
}

/**
 * Runs parts one after another.
 * @param run runs one part and returns its exit code
 * @param now milliseconds
 */
export async function runParts(
  parts: readonly Part[],
  run: (part: Part) => Promise<number>,
  now: () => number = () => performance.now(),
): Promise<PartResult[]> {
  const results: PartResult[] = []
  for (const part of parts) {
    const before = now()
    // A part that cannot start counts as failed; the other parts still run.
    const code = await run(part).catch(() => 127)
    results.push({ name: part.name, code, seconds: (now() - before) / 1000 })
  }
  return results
}

/** The worst exit code, with which the run ends. */
export const worstOf = (results: readonly PartResult[]): number => Math.max(0, ...results.map(({ code }) => code))

export const linesOf = (results: readonly PartResult[]): string[] =>
  results.map(
    ({ name, code, seconds }) =>
      `${code === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(9)} ${seconds.toFixed(0).padStart(6)} s${code === 0 ? '' : `, exit code ${code}`}`,
  )

/** The results in a format for build servers: JUnit XML, one test case per part. */
export const junitOf = (results: readonly PartResult[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="nightly" tests="${results.length}" failures="${results.filter(({ code }) => code !== 0).length}">${results
    .map(
      ({ name, code, seconds }) => `
<testcase classname="nightly" name="${name}" time="${seconds.toFixed(1)}">${code === 0 ? '' : `<failure message="exit code ${code}"/>`}</testcase>`,
    )
    .join('')}
</testsuite>
`
