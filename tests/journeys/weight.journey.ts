import { expect, test } from '@playwright/test'
import { excessOf, readAccepted, ROOM_BYTES, weighFirstList, type FirstListWeight } from '../weight/first-list'

test('the first list loads no more script than was accepted', () => {
  const excess = excessOf(weighFirstList(), readAccepted())
  expect(excess, excess ?? '').toBeNull()
})

test('the first list loads no library that it does not use', () => {
  const packages = Object.keys(weighFirstList().groups).filter((name) => name.startsWith('node_modules/'))
  expect(packages).toContain('node_modules/react-dom')
  expect(packages.filter((name) => /\/(?:yup|axios|react-aria.*|apexcharts|pdfjs-dist|papaparse)$/.test(name))).toEqual(
    [],
  )
})

test('a growth of 5 kB is named by script and by module', () => {
  const accepted: FirstListWeight = { bytes: 100_000, parts: { frame: 40_000 }, groups: { 'src/app': 9000 } }
  const grown: FirstListWeight = {
    bytes: 105_000,
    parts: { frame: 45_000 },
    groups: { 'src/app': 9000, 'node_modules/yup': 62_240 },
  }
  expect(excessOf(grown, accepted)).toMatch(
    /\+5000 bytes frame[\s\S]*\+62240 characters node_modules\/yup[\s\S]*--accept/,
  )
  expect(excessOf({ ...accepted, bytes: 100_000 + ROOM_BYTES }, accepted)).toBeNull()
})
