// @vitest-environment jsdom
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linesOf, writeReport } from './report'
import type { MachineResult } from './results'

const COLOURED = '\u001B[31mexpected\u001B[39m "<b>"\n\u001B[2m  - waiting for \u0000it\u001B[22m'
const PLAIN = 'expected "<b>"\n  - waiting for it'
const failed: MachineResult = {
  machine: 'shift',
  depth: 'console',
  states: [],
  transitions: [],
  paths: [{ number: 7, title: 'signed in → shift.toggle', steps: [], seconds: 1, error: COLOURED }],
}

test('colours are removed from a failure, and both reports stay well-formed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-report-'))
  try {
    writeReport([failed], folder)
    const read = (name: string, type: DOMParserSupportedType) =>
      new DOMParser().parseFromString(readFileSync(join(folder, name), 'utf8'), type)
    expect(read('junit.xml', 'application/xml').querySelector('failure')?.getAttribute('message')).toBe(PLAIN)
    expect(
      [...read('index.html', 'text/html').querySelectorAll('pre')].map(({ textContent }) => textContent),
    ).toContain(PLAIN)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(linesOf(failed, false).join('\n')).toContain(PLAIN)
})
