import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { accountLabel, type Label } from '@contract/labels'
import type { EnumLabels } from '@contract/records/field'
import { PRESENCES } from '@contract/records/people/admin'
import { ACCOUNT_STATUSES, KYC_STATUSES, RISK_LEVELS } from '@contract/records/people/users'
import { labelsOf, type Pills } from '../pills'
import * as P from './pills'

const ENUMS: [name: string, words: EnumLabels, pills: Pills, withoutPill: string[]][] = [
  ['presence', PRESENCES, P.PRESENCE_PILLS, []],
  ['account status', ACCOUNT_STATUSES, P.ACCOUNT_STATUS_PILLS, ['ACTIVE']],
  ['verification', KYC_STATUSES, P.KYC_STATUS_PILLS, []],
  ['risk', RISK_LEVELS, P.RISK_LEVEL_PILLS, []],
]
const TONES = ['neutral', 'warning', 'info', 'violet', 'danger', 'success']
const icons = join(dirname(createRequire(import.meta.url).resolve('lucide-react')), '../esm/icons')
const iconFile = (name: string) => join(icons, `${name}.mjs`)

describe.each(ENUMS)('%s', (_name, words, pills, withoutPill) => {
  const labels = Object.values(labelsOf(words, pills)).filter((label): label is Label => typeof label !== 'string')
  it('has a pill for each of its values except the usual state', () =>
    expect(Object.keys(words).filter((value) => !pills[value])).toEqual(withoutPill))
  it('has no pill for other values', () => expect(Object.keys(pills).filter((value) => !(value in words))).toEqual([]))
  it('has different icons and words', () => {
    expect(new Set(labels.map(({ icon }) => icon)).size).toBe(labels.length)
    expect(new Set(Object.values(words)).size).toBe(Object.keys(words).length)
  })
  it('uses hues, words and icons that exist', () => {
    for (const { word, tone, icon } of labels) {
      expect(TONES).toContain(tone)
      expect(word).toMatch(/^[A-Z][A-Za-z -]+$/)
      expect(existsSync(iconFile(icon)), icon).toBe(true)
    }
  })
})

it('a disabled account is called Disabled, never Deleted (spec 4)', () => {
  expect(accountLabel(true)).toEqual({ word: 'Disabled', tone: 'danger', icon: 'ban' })
  expect(accountLabel(false)).toEqual({ word: 'Enabled', tone: 'success', icon: 'circle-check' })
})
