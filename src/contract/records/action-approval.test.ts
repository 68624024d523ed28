import { describe, expect, it } from 'vitest'
import { POLICIES } from '../approval-policies'
import { approvedActions, describeApproval, mayAwaitApproval, policiesOf } from './action-approval'
import { ALL_RECORDS } from './records'
import { referral } from './rewards/referral'
import { users } from './people/users'
import { paymentMethod } from './system/payment-method'

const APPROVED = ALL_RECORDS.filter(({ partOf }) => !partOf).flatMap((record) =>
  approvedActions(record).map(([name, action]) => ({ record, name, action })),
)

describe('the actions that others approve', () => {
  it('have a type of their own', () => {
    const types = APPROVED.map(({ action }) => action.approval.type)
    expect(types.length).toBeGreaterThan(0)
    expect(new Set(types).size).toBe(types.length)
  })
  it('are decided by the right to a subject of their policy, and each subject of a policy has an action', () => {
    const used: Record<string, string[]> = {}
    for (const { record, action } of APPROVED)
      for (const policy of policiesOf(action.approval))
        used[policy] = [...(used[policy] ?? []), action.subject ?? record.subject]
    expect(Object.fromEntries(Object.entries(used).map(([policy, subjects]) => [policy, new Set(subjects)]))).toEqual(
      Object.fromEntries(Object.entries(POLICIES).map(([policy, { subjects }]) => [policy, new Set(subjects)])),
    )
  })
  it('have a policy for each value of the field that it depends on', () => {
    const chosen = APPROVED.flatMap(({ record, action: { approval } }) =>
      typeof approval.policy === 'string' ? [] : [{ record, ...approval.policy }],
    )
    expect(chosen.length).toBeGreaterThan(0)
    for (const { record, by, is } of chosen) {
      const { required, type } = record.fields[by]!
      expect(required, by).toBe(true)
      const values = type.kind === 'flag' ? ['false', 'true'] : Object.keys('labels' in type ? type.labels : {})
      expect(Object.keys(is).toSorted(), by).toEqual(values.toSorted())
    }
  })
  it('need a key, because a repetition would ask twice', () =>
    expect(APPROVED.filter(({ action }) => !action.movesMoney).map(({ name }) => name)).toEqual([]))
  it('are of records whose rows may wait', () => {
    expect(mayAwaitApproval(referral)).toBe(true)
    expect(mayAwaitApproval({ ...referral, actions: {} })).toBe(false)
  })
})

describe('what whoever decides reads', () => {
  const row = {
    referee: { id: '1', name: 'Мария Ueda' },
    referrer: { id: '2', name: '明华' },
    rule: { id: '3', name: 'Friends' },
    referrer_amount: '1250.5',
    referee_amount: null,
    risk_level: 'HIGH',
  }
  it('has names, amounts in the currency of the user, and words; empty values are left out', () =>
    expect(describeApproval(referral, referral.actions.pay, row, {}, {}, 'EUR')).toEqual({
      title: 'Pay the referral of Мария Ueda by 明华',
      details: [
        { label: 'Rule', value: 'Friends' },
        { label: 'For the referrer', value: '1,250.50 EUR' },
        { label: 'Risk', value: 'High' },
      ],
      amount: '1250.50',
    }))
  it('has the inputs of the action, and its verb follows from one of them', () =>
    expect(
      describeApproval(
        users,
        users.actions.adjust,
        { first_name: 'Ana', last_name: 'Silva' },
        { direction: 'DOWN', account: 'CASH', amount: '20', reason_code: 'FRAUD', note: 'Two accounts' },
        {},
        'USD',
      ),
    ).toEqual({
      title: 'Take 20.00 USD: Ana Silva',
      details: [
        { label: 'Direction', value: 'Take money' },
        { label: 'Account', value: 'Cash' },
        { label: 'Reason', value: 'Fraud' },
        { label: 'Note', value: 'Two accounts' },
      ],
      amount: '20.00',
    }))
  it('has what the source found out, in place of the value of a field', () =>
    expect(
      describeApproval(
        referral,
        referral.actions.reverse,
        row,
        { reason: 'One device' },
        { referrer_amount: { label: 'Taken', amount: '5.00' }, rule: { value: 'Another' } },
        'USD',
      ),
    ).toMatchObject({
      details: [
        { label: 'Rule', value: 'Another' },
        { label: 'Taken', value: '5.00 USD' },
        { label: 'Reason', value: 'One device' },
      ],
      amount: '5.00',
    }))
})

it('what replaces a value of the record is told with that value; what stays the same, and what an edit leaves out, is not told', () => {
  const row = {
    name: 'PIX',
    account_label: 'Old',
    qr_text: 'https://old.example',
    fee_fixed: '0.50',
    fee_percent: '1.5',
  }
  const body = { account_label: 'New', qr_text: '', fee_fixed: '0.5', fee_percent: '2', reason: 'Moved' }
  const { title, details } = describeApproval(paymentMethod, paymentMethod.actions.setAccount, row, body, {}, 'USD')
  expect(title).toBe('Change account and fees of PIX')
  expect(details).toEqual([
    { label: 'Account', value: 'New, now Old' },
    { label: 'QR code', value: 'None, now https://old.example' },
    { label: 'Fee in percent', value: '2 %, now 1.5 %' },
    { label: 'Reason', value: 'Moved' },
  ])

  const onlyFee = describeApproval(
    paymentMethod,
    paymentMethod.actions.setAccount,
    row,
    { fee_percent: '2', reason: 'Dearer' },
    {},
    'USD',
  )
  expect(onlyFee.details).toEqual([
    { label: 'Fee in percent', value: '2 %, now 1.5 %' },
    { label: 'Reason', value: 'Dearer' },
  ])
})
