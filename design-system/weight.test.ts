import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(fileURLToPath(import.meta.url))
const STATIC_IMPORT = /^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm

/** The packages that a file imports statically, without lazy imports. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(STATIC_IMPORT)) {
    if (!specifier.startsWith('.')) packages.add(specifier)
    else if (!specifier.endsWith('.css')) {
      const found = ['.ts', '.tsx'].map((ending) => join(dirname(file), specifier) + ending).find(existsSync)
      if (!found) throw new Error(`${relative(root, file)} imports ${specifier}, which is not there`)
      for (const one of packagesOf(found, seen)) packages.add(one)
    }
  }
  return packages
}

const heavy = (file: string) =>
  [...packagesOf(join(root, file))].filter((name) =>
    /^(react-aria|@internationalized|react-toastify|apexcharts|react-apexcharts)/.test(name),
  )

test.each([
  'primitives/Button/Button.tsx',
  'primitives/Spinner/Spinner.tsx',
  'primitives/Mark/Mark.tsx',
  'primitives/Toggle/Toggle.tsx',
  'primitives/Checkbox/Checkbox.tsx',
  'components/TextInput/TextInput.tsx',
  'components/PasswordInput/PasswordInput.tsx',
  'components/NumberInput/NumberInput.tsx',
  'components/FilterInput/FilterInput.tsx',
  'components/Textarea/Textarea.tsx',
  'components/SelectField/SelectField.tsx',
  'components/Banner/Banner.tsx',
  'components/EmptyState/EmptyState.tsx',
  'components/BarChart/BarChart.tsx',
  'components/DonutChart/DonutChart.tsx',
  'patterns/ChartFrame/ChartFrame.tsx',
  'components/Menu/Menu.tsx',
  'components/Popover/Popover.tsx',
  'components/Drawer/Drawer.tsx',
  'components/Combobox/Combobox.tsx',
  'components/DateRange/DateRange.tsx',
  'theme/GlobalStyle.tsx',
])('%s is light: overlays, toasts and charts come later', (file) => {
  expect(heavy(file)).toEqual([])
})

test('the check finds heavy packages', () => {
  expect(heavy('components/Modal/Modal.tsx')).not.toEqual([])
  expect(heavy('components/Menu/MenuPopup.tsx')).not.toEqual([])
  expect(heavy('components/Toasts/Toasts.tsx')).not.toEqual([])
  expect(heavy('components/Combobox/ComboboxBox.tsx')).not.toEqual([])
  expect(heavy('components/DateRange/DateRangePanel.tsx')).toContain('@internationalized/date')
  expect(heavy('components/Chart/ApexDrawing.tsx')).not.toEqual([])
})
