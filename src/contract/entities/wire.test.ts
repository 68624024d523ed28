/**
 * Limits and messages of requests and responses, written out, because the contract cases take them from the schemas
 * themselves.
 */
import { describe, expect, it } from 'vitest'
import type { Schema } from 'yup'
import { faultsOf } from '@tests/kit/schema-faults'
import { money, time } from '../schema'
import { faultOfData, readPart } from '../validation'
import { historyEntrySchema } from './history'
import { handoverCreateSchema } from './shift'
import { profileSchema } from './profile'
import { messageCreateSchema, messageSchema } from './support'
import { actionSchema, rowSchema } from '../records/schemas'
import { ticket } from '../records/support/ticket'
import { STEP_UP_FORMS, stepUpSchema, twoFactorEnableSchema, twoFactorSetupSchema } from './two-factor'

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

const at = (schema: Schema<unknown>, base: object) => (more: object) => faultsOf(schema, { ...base, ...more })

describe('a message to send', () => {
  const sent = at(messageCreateSchema, { client_id: ID, body: 'Hello' })
  it.each(['Hello', ' x ', 'x'.repeat(3000)])('says something', (body) => expect(sent({ body })).toEqual([]))
  it.each(['   ', '\n\t'])('cannot be %j', (body) => expect(sent({ body })).toEqual(['Required']))
  it('cannot be empty', () => expect(sent({ body: '' })).toEqual(['Required']))
  it('has up to 3,000 characters', () => expect(sent({ body: 'x'.repeat(3001) })).toHaveLength(1))
  it('has a known sender, and no other field', () => {
    expect(sent({ sender: 'USER' })).toEqual([])
    expect(sent({ sender: 'ROBOT' })).toHaveLength(1)
    expect(sent({ seq: 1 })).toEqual(['Unknown field: seq'])
  })
})

describe('an escalation', () => {
  const escalated = at(actionSchema(ticket.actions.escalate), { level: 1, reason: 'A large sum' })
  it.each([1, 2, 3])('can be escalated to level %i', (level) => expect(escalated({ level })).toEqual([]))
  it.each([0, 4])('cannot be escalated to level %i', (level) =>
    expect(escalated({ level })).toEqual(['A number from 1 to 3']),
  )
  it('needs a level, and a reason of up to 255 characters', () => {
    expect(escalated({ level: undefined })).toContain('Required')
    expect(escalated({ reason: '' })).toContain('Required')
    expect(escalated({ reason: 'x'.repeat(255) })).toEqual([])
    expect(escalated({ reason: 'x'.repeat(256) })).not.toEqual([])
  })
})

it('a ticket is assigned to a person or to nobody', () => {
  const assign = actionSchema(ticket.actions.assign)
  expect(faultsOf(assign, { assignee: ID })).toEqual([])
  expect(faultsOf(assign, { assignee: null })).toEqual([])
  expect(faultsOf(assign, { assignee: 'ana' })).toHaveLength(1)
})

describe('an entry of a history', () => {
  const change = { field: 'first_name', before: 'Ana', after: null }
  const entry = {
    id: ID,
    at: '2026-03-01T10:00:00.000Z',
    by: { id: ID, username: 'super' },
    from: 'STAFF',
    kind: 'changes',
    action: 'update',
  }
  const asked = { field: 'reason', value: 'The provider is down.' }
  const fault = (more: object) =>
    faultOfData({ data: historyEntrySchema }, { ...entry, changes: [change], asked: [asked], ...more })
  it('contains who changed what, with the values before and after', () => expect(fault({})).toBeNull())
  it('may be made by the system, change nothing and contain no input', () =>
    expect(fault({ by: null, changes: [], asked: [] })).toBeNull())
  it.each(['id', 'at', 'by', 'from', 'kind', 'action', 'changes', 'asked'])('has %s', (field) =>
    expect(fault({ [field]: undefined })).toContain(field),
  )
  it.each(['field', 'before', 'after'])('needs %s of each change', (field) =>
    expect(fault({ changes: [{ ...change, [field]: undefined }] })).toContain(field),
  )
  it.each(['field', 'value'])('needs %s of each input', (field) =>
    expect(fault({ asked: [{ ...asked, [field]: undefined }] })).toContain(field),
  )
  it.each(['id', 'username'])('needs %s of the person', (field) =>
    expect(fault({ by: { ...entry.by, [field]: undefined } })).toContain(field),
  )
})

describe('a handover', () => {
  const asked = (count: number) => faultsOf(handoverCreateSchema, { to_staff_ids: Array<string>(count).fill(ID) })
  it('is sent to 1 to 20 people', () => {
    expect([asked(1), asked(20)]).toEqual([[], []])
    expect(asked(0)).toEqual(['Choose somebody'])
    expect(asked(21)).toHaveLength(1)
    expect(faultsOf(handoverCreateSchema, {})).toEqual(['Choose somebody'])
  })
})

describe('a ticket and its messages', () => {
  const now = '2026-11-03T09:10:00.000Z'
  const row = at(rowSchema(ticket), {
    id: ID,
    number: 'T-10042',
    subject: 'A question',
    user: { id: ID, name: 'Ana Reyes' },
    status: 'OPEN',
    priority: 'HIGH',
    channel: 'APP',
    assignee: null,
    escalation_level: 0,
    unread_count: 0,
    last_message_at: null,
    Creator: null,
    store_code: 'HOUSE',
    createdAt: now,
    updatedAt: now,
    version: 1,
  })
  it('have a status of the contract, and integer counts', () => {
    expect([row({}), row({ escalation_level: 3, unread_count: 7 })]).toEqual([[], []])
    for (const wrong of [{ status: 'LOST' }, { escalation_level: 1.5 }, { unread_count: '1' }])
      expect(row(wrong)).toHaveLength(1)
  })
  it('have positions from 1', () => {
    const message = at(messageSchema, {
      id: ID,
      sender: 'USER',
      sender_id: ID,
      body: 'x',
      client_id: ID,
      createdAt: now,
    })
    expect([message({ seq: 1 }), message({ seq: 9 })]).toEqual([[], []])
    expect(message({ seq: 0 })).toHaveLength(1)
  })
})

describe('two-factor on the wire', () => {
  const setup = at(twoFactorSetupSchema, {
    qr_code_url: 'data:image/png;base64,AAAA',
    secret_code: 'ABCDEFGHIJKLMNOP',
  })
  it('an app receives a PNG as a data URL, and a Base32 secret', () => {
    expect(setup({})).toEqual([])
    for (const qr_code_url of ['https://x.test/data:image/png;base64,', 'data:image/svg+xml;base64,AAAA'])
      expect(setup({ qr_code_url })).toHaveLength(1)
    for (const secret_code of ['ABCDEFGHIJKLMNO', '!ABCDEFGHIJKLMNOP', 'ABCDEFGHIJKLMNOP!', 'abcdefghijklmnop'])
      expect(setup({ secret_code })).toHaveLength(1)
  })
  it('a step-up has a password of up to 1,000 characters and optionally a code of up to 100', () => {
    const stepUp = at(stepUpSchema, { password: 'x' })
    expect([stepUp({}), stepUp({ twoFAToken: null }), stepUp({ twoFAToken: '123456' })]).toEqual([[], [], []])
    expect(stepUp({ password: 'x'.repeat(1000), twoFAToken: 'x'.repeat(100) })).toEqual([])
    expect(stepUp({ password: 'x'.repeat(1001) })).toHaveLength(1)
    expect(stepUp({ twoFAToken: 'x'.repeat(101) })).toHaveLength(1)
    expect(stepUp({ password: '' })).toEqual(['Required'])
  })
  it('the forms of a step-up require a password, and the code of their kind', () => {
    for (const [factor, twoFAToken] of [
      ['password', ''],
      ['app', '123 456'],
      ['recovery', '3KQ7M-XW2PD'],
    ] as const) {
      expect(faultsOf(STEP_UP_FORMS[factor], { password: 'x', twoFAToken })).toEqual([])
      expect(faultsOf(STEP_UP_FORMS[factor], { password: '', twoFAToken })).toEqual(['Required'])
      expect(faultsOf(STEP_UP_FORMS[factor], { password: 'x'.repeat(1001), twoFAToken })).toHaveLength(1)
    }
  })
  it('is turned on with a code and nothing else', () =>
    expect(faultsOf(twoFactorEnableSchema, { userId: ID, twoFAToken: '123456', password: 'x' })).toEqual([
      'Unknown field: password',
    ]))
})

describe('an exact time', () => {
  it.each(['2026-11-03T09:10:00Z', '2026-11-03T09:10:00.1Z', '2026-11-03T09:10:00.123456Z'])('may be %s', (text) =>
    expect(faultsOf(time(), text)).toEqual([]),
  )
  it.each([
    '2026-11-03',
    '2026-11-03T09:10:00',
    '2026-11-03T09:10:00+01:00',
    '12026-11-03T09:10:00Z',
    '2026-11-03T09:10:00Zulu',
    '2026-11-03T09:10:00.1234567Z',
    '2026-11-03T09:10Z',
  ])('cannot be %s', (text) => expect(faultsOf(time(), text)).toEqual(['Not a time']))
})

describe('an amount of money', () => {
  it.each(['0.00', '-12.50', '999999999999999.99'])('may be %s', (text) => expect(faultsOf(money(), text)).toEqual([]))
  it.each(['1', '1.5', '1.505', '1,50', '+1.50', '--1.50', 'a1.50', '1.50a', '.50', '1000000000000000.00'])(
    'cannot be %s',
    (text) => expect(faultsOf(money(), text)).toEqual(['Not an amount']),
  )
  it('is a text, never a number', () => expect(faultsOf(money(), 1.5)).toHaveLength(1))
})

it("a profile contains the person's presence", () => {
  const reading = readPart(profileSchema.pick(['UserSessionTracker']), { UserSessionTracker: {} }, 'body')
  expect(reading.ok).toBe(false)
})
