/** What a signed-out person loads: the entry and the sign-in page, with everything that they import statically. */
import { expect, test } from 'vitest'
import { componentFolders } from '../weight/builds'
import { groupsOf } from '../weight/groups'
import { readSources } from './files'
import { importsOf, resolve } from './imports'

const sources = new Map(readSources().map((file) => [file.path, file]))

/** Catalogues of calls, from which the build removes the schemas (build/leave-out.ts). */
const CALLS = /^src\/contract\/http\//

/** Files and packages that some files load statically, without types and lazy imports. @param without files that are left out, with what they import */
function broughtBy(paths: readonly string[], without?: RegExp): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const add = (path: string) => {
    const file = [path, `${path}.ts`, `${path}.tsx`].map((name) => sources.get(name)).find((one) => one !== undefined)
    if (!file || files.has(file.path) || without?.test(file.path)) return
    files.add(file.path)
    for (const { specifier, kind } of importsOf(file)) {
      if (kind !== 'static') continue
      const target = resolve(file.path, specifier)
      if (target.kind === 'file') add(target.path)
      else packages.add(target.name)
    }
  }
  paths.forEach(add)
  return { files, packages }
}

const heavy = (packages: ReadonlySet<string>) =>
  [...packages].filter((name) =>
    /^(?:react-aria|@internationalized|react-toastify|apexcharts|react-apexcharts)/.test(name),
  )
const partsOf = (files: ReadonlySet<string>) =>
  [
    ...new Set(
      [...files].flatMap((path) => /^design-system\/(?:components|patterns)\/([^/]+)\//.exec(path)?.[1] ?? []),
    ),
  ].toSorted()

test('the sign-in page loads its own fields and nothing heavy', { timeout: 30_000 }, () => {
  const { files, packages } = broughtBy(['src/app/main.tsx', 'src/screens/login/Login.container.tsx'])
  expect(partsOf(files)).toEqual(['Banner', 'Field', 'Lazy', 'PasswordInput', 'TextInput'])
  expect(heavy(packages)).toEqual([])
})

test(
  'the content of lists brings no schema library: a list loads its definitions before the first row',
  { timeout: 60_000 },
  () => {
    const lists = [...sources.keys()].filter((path) => /^src\/resources\/(?!form-schemas\.ts|.*\.test\.)/.test(path))
    expect(lists.length).toBeGreaterThan(40)
    const { files } = broughtBy(lists, CALLS)
    expect([...files].filter((path) => sources.get(path)!.source.includes("from 'yup'"))).toEqual([])
  },
)

test('the check finds heavy files and packages', { timeout: 30_000 }, () => {
  expect(heavy(broughtBy(['design-system/components/ConfirmModal/ConfirmModal.tsx']).packages)).toEqual([
    'react-aria-components',
  ])
  expect(partsOf(broughtBy(['src/screens/list/ListScreen.container.tsx']).files)).toContain('Table')
})

test('each component belongs to exactly one group', () => {
  const folders = componentFolders()
  expect(
    groupsOf(folders)
      .flatMap((group) => group.folders)
      .toSorted(),
  ).toEqual(folders.toSorted())
})
