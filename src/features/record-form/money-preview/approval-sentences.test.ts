import { expect, test } from 'vitest'
import { approvalSentences, spokenEffect } from './approval-sentences'

const BONUS = { alone_up_to: '100.00', one_up_to: '1000.00', needs_step_up: false, currency: 'USD' } as const

test('the sentence names the tier that applies', () => {
  expect(approvalSentences({ ...BONUS, approvers: 0, deciders: null })).toEqual([
    'It takes effect at once: up to 100.00 USD nobody else must approve it.',
  ])
  expect(approvalSentences({ ...BONUS, approvers: 1, deciders: 3 })).toEqual([
    'Above 100.00 USD: one other person must approve it. Nothing changes before.',
  ])
  expect(approvalSentences({ ...BONUS, approvers: 2, deciders: 3, needs_step_up: true })).toEqual([
    'Above 1,000.00 USD: two other people must approve it. Nothing changes before.',
    'Whoever approves it confirms with password and code first.',
  ])
})

test('a policy without a tier asks for another person whatever the amount; without a policy it takes effect at once', () => {
  const none = { alone_up_to: null, one_up_to: null, needs_step_up: false, currency: 'USD' } as const
  expect(approvalSentences({ ...none, approvers: 1, deciders: 1 })).toEqual([
    'One other person must approve it, whatever the amount. Nothing changes before.',
  ])
  expect(approvalSentences({ ...none, approvers: 0, deciders: null })).toEqual(['It takes effect at once.'])
  const next = 'Somebody else must approve its withdrawal.'
  expect(approvalSentences({ ...none, approvers: 0, deciders: null, next })).toEqual([next])
})

test('where too few people may approve it, that is said', () => {
  expect(approvalSentences({ ...BONUS, approvers: 2, deciders: 1 })[1]).toBe(
    'One person may approve it now. An administrator can raise limits.',
  )
  expect(approvalSentences({ ...BONUS, approvers: 1, deciders: 0 })[1]).toBe(
    'Nobody may approve it now. An administrator can raise limits.',
  )
})

test('screen readers are told the accounts and who must approve', () => {
  const account = { user: 'Anna Nowak', account: 'CASH', currency: 'USD' } as const
  const effect = { ...BONUS, amount: '25.00', facts: [], approvers: 0, deciders: null, next: null, problem: null }
  expect(spokenEffect({ ...effect, accounts: [{ ...account, before: '0.00', after: '25.00', change: '25.00' }] })).toBe(
    'Cash of Anna Nowak: 0.00 becomes 25.00 USD. It takes effect at once: up to 100.00 USD nobody else must approve it.',
  )
  expect(spokenEffect({ ...effect, accounts: [{ ...account, before: null, after: null, change: '-5.00' }] })).toContain(
    'Cash of Anna Nowak: \u22125.00 USD.',
  )
})
