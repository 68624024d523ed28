import { describe, expect, it } from 'vitest'
import { colourFaultsOf } from './colours'
import { readSources } from './files'
import { machineFaultsOf, nameFaultsOf } from './names'

const files = readSources()

describe('the repository', () => {
  it('names its files and folders by the rules, and keeps them short', () =>
    expect(files.flatMap(nameFaultsOf)).toEqual([]))
  it('has a machine in every folder of machines', () =>
    expect(machineFaultsOf(files.map(({ path }) => path))).toEqual([]))
  it('loads Storybook and a browser for stories only, not for the tests that run in Node', () =>
    expect(files.find(({ path }) => path === 'tests/vitest.config.ts')!.source).not.toMatch(
      /from '(?:@storybook|storybook|@vitest\/browser|\.\/kit\/find-chromium)/,
    ))
  it('has raw colours only in the tokens', () => expect(files.flatMap(colourFaultsOf)).toEqual([]))
})

describe('the check of names', () => {
  const faults = (path: string, source = '') => nameFaultsOf({ path, source })
  it.each([
    'src/contract/rowStore.ts',
    'src/contract/Row.ts',
    'src/features/shift/shiftButton.tsx',
    'src/features/shift/Shift_Button.tsx',
    'machines/shift/Shift.machine.ts',
    'machines/shift/shift.helper.ts',
    'src/contract/index.ts',
    'src/features/shift/index.tsx',
    'src/resources/users.tsx',
    'machines/Shift/shift.machine.ts',
    'server/Modules/auth/routes.ts',
    'design-system/primitives/Button/Button.types.ts',
  ])('refuses %s', (path) => expect(faults(path)).not.toEqual([]))
  it.each([
    'src/contract/row-store.ts',
    'src/contract/row-store.test.ts',
    'src/features/shift/ShiftButton.tsx',
    'src/features/shift/ShiftButton.stories.tsx',
    'src/features/shift/ShiftButton.container.tsx',
    'machines/shift/shift.machine.ts',
    'machines/row-action/row-action.implementations.ts',
    'design-system/primitives/Button/Button.styles.ts',
    'src/app/main.tsx',
    'server/db/migrate.ts',
  ])('allows %s', (path) => expect(faults(path)).toEqual([]))
  it('refuses a file that only re-exports others', () =>
    expect(faults('src/features/all.ts', "export * from './a'")).toHaveLength(1))
  it('refuses a folder in machines that has no machine', () => {
    expect(
      machineFaultsOf(['machines/shift/shift.view.ts', 'machines/kit/meta.ts', 'machines/list/list.machine.ts']),
    ).toEqual(['machines/shift: has no shift.machine.ts'])
  })
})

describe('the check of colours', () => {
  const faults = (source: string, path = 'design-system/primitives/Button/Button.styles.ts') =>
    colourFaultsOf({ path, source })
  it.each([
    'const a = css`color: #fff;`',
    "const a = '#2F54D6'",
    'const a = css`background: #2F54D680;`',
    'const a = css`color: rgb(0 0 0);`',
    'const a = css`color: rgba(0,0,0,.5);`',
    'const a = css`color: oklch(0.7 0.1 20);`',
    "import { palette } from '../../tokens/palette'",
    "import { palette } from '@design-system/tokens/palette'",
  ])('refuses %s', (source) => expect(faults(source)).toHaveLength(1))
  it.each([
    'const a = css`color: ${token.text.primary};`',
    '// #fff',
    '/* rgb(0 0 0) */',
    "const a = '#main-content'",
    'const a = css`color: color-mix(in srgb, ${b} 22%, transparent);`',
  ])('allows %s', (source) => expect(faults(source)).toEqual([]))
  it('allows colours in the tokens', () =>
    expect(faults("const a = '#fff'", 'design-system/tokens/palette.ts')).toEqual([]))
})
