/** Withdrawals that an app requests for the journeys. */
import { randomUUID } from 'node:crypto'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { paymentMethod } from '@contract/records/system/payment-method'
import type { RunningPlatform } from './platform'
import type { callerAt } from './work'

const WITHDRAWALS = `/api/v1/${manualWithdrawal.base}`
const REQUESTED = `/api/v1/${manualWithdrawal.appBase}`
const STORE = 'NORTHGATE'
const IBAN = 'DE89370400440532013000'

export interface Withdrawal {
  id: string
  reference: string
  status: string
  net_amount: string
  destination: string
  warnings: readonly string[]
  external_ref: string | null
  attempts: readonly { reference: string; outcome: string }[]
}
export interface User {
  id: string
  first_name: string
  last_name: string
  account_status: string
  third_party_store_code: string | null
  cash_balance: string
}

type Caller = Awaited<ReturnType<typeof callerAt>>
export type AppCaller = Awaited<ReturnType<typeof appOf>>

/** @returns what sends a call of an app of the store */
export async function appOf(platform: RunningPlatform) {
  const key = await platform.appKey(STORE)
  return async <D = { id: string }>(method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await fetch(platform.origin + path, {
      method,
      headers: { [APP_KEY_HEADER]: key, 'content-type': 'application/json', [IDEMPOTENCY_KEY_HEADER]: randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as { success: boolean; message: string; data: D }
  }
}

/** @param amount decimal text */
export const mayWithdraw = ({ account_status, third_party_store_code, cash_balance }: User, amount: string): boolean =>
  account_status === 'ACTIVE' && third_party_store_code === null && Number(cash_balance) >= Number(amount)

export const readWithdrawal = async (by: Caller, id: string): Promise<Withdrawal> =>
  (await by.expect<{ data: Withdrawal }>('GET', `${WITHDRAWALS}/${id}`)).data

/**
 * Requests a withdrawal by bank transfer.
 * @param amount decimal text
 * @returns that of the first user who may withdraw so much, and of whom no check warns
 */
export async function requestedQuietly(by: Caller, app: AppCaller, amount: string): Promise<Withdrawal> {
  const { data: methods } = await by.expect<{ data: { id: string; name: string }[] }>(
    'GET',
    `/api/v1/${paymentMethod.base}`,
  )
  const bank = methods.find(({ name }) => name === 'Bank transfer')!
  const { data: users } = await by.expect<{ data: User[] }>('GET', '/api/v1/users?itemNo=200')
  for (const user of users) {
    if (!mayWithdraw(user, amount)) continue
    const answer = await app('POST', REQUESTED, {
      user: user.id,
      payment_method: bank.id,
      amount,
      payee: `${user.first_name} ${user.last_name}`,
      details: [{ label: 'IBAN', value: IBAN }],
      source: 'APP',
    })
    if (!answer.success) continue
    const withdrawal = await readWithdrawal(by, answer.data.id)
    if (withdrawal.warnings.length === 0) return withdrawal
    await app('POST', `${REQUESTED}/${withdrawal.id}/cancel`, {})
  }
  throw new Error('No user of the demo can withdraw without a warning')
}
