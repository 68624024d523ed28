import { describe, expect, it } from 'vitest'
import { email, text255 } from './field'
import { isMaskedFor, masked } from './mask'

it.each([
  ['text', '203.0.113.7', '203.0.113.•••'],
  ['text', '2001:db8:1::42', '2001:db8:1::•••'],
  ['text', 'localhost', '•••'],
  ['text', '', ''],
  ['email', 'anna@example.com', 'a•••@example.com'],
  ['email', 'a@example.com', 'a•••@example.com'],
  ['email', 'Ωmega.x+tag@mail.example', 'Ω•••@mail.example'],
  ['email', '𝒜nna@example.com', '𝒜•••@example.com'],
  ['phone', '+48 601 22 334', '•••334'],
  ['phone', '+1(555)0142907', '•••907'],
  ['reference', 'Olivia Walker', 'O. W.'],
  ['reference', ' Ωραιοζήλη  Παπαδοπούλου ', 'Ω. Π.'],
] as const)('%s: %j is sent as %j', (kind, whole, sent) => expect(masked(whole, { kind })).toBe(sent))

describe('a field that is masked unless a field of another subject may be read', () => {
  const field = email('E-mail', { maskedUnless: 'Users' })
  const reading = (...fields: string[]) => ({
    accessible_pages: [],
    permissions: [{ action: 'read' as const, subject: 'Users' as const, fields }],
  })
  it.each([
    [reading('*'), false],
    [reading('phone', 'email'), false],
    [reading('phone'), true],
    [{ accessible_pages: [], permissions: [] }, true],
    [{ accessible_pages: ['*'], permissions: [] }, false],
  ])('is masked with %j: %j', (access, expected) => expect(isMaskedFor(access, 'email', field)).toBe(expected))
  it('other fields are masked for everybody, or for nobody', () => {
    expect(isMaskedFor(reading('*'), 'ip', text255('Address', { masked: true }))).toBe(true)
    expect(isMaskedFor(reading(), 'ip', text255('Address'))).toBe(false)
  })
})
