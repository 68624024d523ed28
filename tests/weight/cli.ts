/**
 * `npm run weight`: measures each group of components, and what the sign-in page loads; writes the result to docs/measurements.md.
 * `-- --first-list` measures the scripts of the first list in dist/console and says what changed; `-- --accept` stores their size,
 * which the journey of the weight compares with (part of `npm test`).
 */
import { writeBlock } from '../kit/measurements'
import { componentFolders, weighGroup, weighLogin } from './builds'
import { accept, excessOf, readAccepted, weighFirstList } from './first-list'
import { groupsOf } from './groups'

const kB = (bytes: number) => (bytes === 0 ? '' : `${(bytes / 1000).toFixed(1)} kB`)

if (process.argv.includes('--accept') || process.argv.includes('--first-list')) {
  const weight = weighFirstList()
  for (const [name, bytes] of Object.entries(weight.parts)) console.log(`${kB(bytes)} ${name}`)
  console.log(`First list: ${kB(weight.bytes)}`)
  if (process.argv.includes('--accept')) accept(weight)
  const excess = excessOf(weight, readAccepted())
  if (excess !== null) console.error(excess)
  process.exit(excess === null ? 0 : 1)
}

const rows: string[] = []
for (const { name, folders } of groupsOf(componentFolders())) {
  const { atOnce, later } = await weighGroup(folders)
  const parts = folders.map((folder) => folder.split('/')[1]).join(', ')
  rows.push(`| ${name} | ${kB(atOnce)} | ${kB(later)} | ${parts} |`)
  console.log(`${name}: ${kB(atOnce)} at once${later ? `, ${kB(later)} later` : ''}`)
}
const login = await weighLogin()
const parts = [
  ...new Set(
    login.carried
      .filter((path) => /^(?:primitives|components|patterns)\//.test(path))
      .map((path) => path.split('/')[1]!),
  ),
]
const said =
  login.unused.length === 0
    ? 'none that it does not use'
    : `**${login.unused.length} that it does not use: ${login.unused.join(', ')}**`
console.log(`Login: ${kB(login.bytes)}, ${login.carried.length} modules of the design system, ${said}`)

const block = [
  '| group | at once | when first needed | of |',
  '| --- | --: | --: | --- |',
  ...rows,
  '',
  `The login loads ${kB(login.bytes)} of script. Of the design system it carries ${parts.join(', ')}, with their styles, tokens and theme; ${said}.`,
].join('\n')
writeBlock('weight', 'npm run weight', block)
if (login.unused.length > 0) process.exitCode = 1
