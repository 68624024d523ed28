import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '@contract/patterns'
import { passwordRules } from './password-rules'

const met = (password: string) =>
  passwordRules(password)
    .filter((rule) => rule.met)
    .map((rule) => rule.label)

describe('the rules of a new password', () => {
  it('meet no rule for an empty password', () => expect(met('')).toEqual([]))
  it('are met independently of each other', () => {
    expect(met('abc')).toEqual(['Lowercase'])
    expect(met('pitboss2026')).toEqual(['8 to 20 characters', 'Lowercase', 'Number'])
    expect(met('A')).toEqual(['Uppercase'])
    expect(met('-')).toEqual(['# ? ! @ $ % ^ & * -'])
  })
  it('are all met exactly where the pattern matches', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abAB12#-_ é'.split('')), maxLength: 24 })
    fc.assert(
      fc.property(letters, (password) => {
        expect(passwordRules(password).every((rule) => rule.met)).toBe(PASSWORD.pattern.test(password))
      }),
      { numRuns: 2000 },
    )
  })
})
