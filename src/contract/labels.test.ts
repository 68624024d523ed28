import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PRESENCES, STAFF_STATUSES } from './entities/staff'
import { ACCOUNT_STATUSES, KYC_STATUSES, RISK_LEVELS } from './entities/user'
import * as L from './labels'

const ENUMS: [
  name: string,
  values: readonly string[],
  labels: Record<string, L.Label | null>,
  withoutPill: string[],
][] = [
  ['status of staff', STAFF_STATUSES, L.STAFF_STATUS_LABELS, ['ACTIVE']],
  ['presence', PRESENCES, L.PRESENCE_LABELS, []],
  ['account status', ACCOUNT_STATUSES, L.ACCOUNT_STATUS_LABELS, ['ACTIVE']],
  ['verification', KYC_STATUSES, L.KYC_STATUS_LABELS, []],
  ['risk', RISK_LEVELS, L.RISK_LEVEL_LABELS, []],
  ['enabled or disabled', ['enabled', 'disabled'], L.ACCOUNT_LABELS, []],
]
const TONES = ['neutral', 'warning', 'info', 'violet', 'danger', 'success']
const icons = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons')
const iconFile = (name: string) => join(icons, `${name}.mjs`)

describe.each(ENUMS)('%s', (_name, values, labels, withoutPill) => {
  it('has a word for each of its values, and for nothing else', () => expect(Object.keys(labels)).toEqual([...values]))
  it('shows no pill for the usual state only', () =>
    expect(values.filter((value) => labels[value] === null)).toEqual(withoutPill))
  it('is told apart by icon and by word', () => {
    const shown = Object.values(labels).filter((label) => label !== null)
    expect(new Set(shown.map(({ icon }) => icon)).size).toBe(shown.length)
    expect(new Set(shown.map(({ word }) => word)).size).toBe(shown.length)
  })
  it('uses hues, words and icons that exist', () => {
    for (const { word, tone, icon } of Object.values(labels).filter((label) => label !== null)) {
      expect(TONES).toContain(tone)
      expect(word).toMatch(/^[A-Z][A-Za-z -]+$/)
      expect(existsSync(iconFile(icon)), icon).toBe(true)
    }
  })
})

it('a disabled account is called Disabled, never Deleted (spec 4)', () => {
  expect(L.accountLabel(true)).toEqual({ word: 'Disabled', tone: 'danger', icon: 'ban' })
  expect(L.accountLabel(false)).toEqual({ word: 'Enabled', tone: 'success', icon: 'circle-check' })
})
