/** `npm run weight`: measures each group of components, and what the sign-in page loads; writes the result to docs/measurements.md. */
import { writeBlock } from '../kit/measurements'
import { componentFolders, weighGroup, weighLogin } from './builds'
import { groupsOf } from './groups'

const kB = (bytes: number) => (bytes === 0 ? '' : `${(bytes / 1000).toFixed(1)} kB`)

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
