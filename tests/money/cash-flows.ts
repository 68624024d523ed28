/**
 * Flows of the money test that bring money in and out: deposits, deposits of coins, withdrawals, loads and redeems, the ways that they can
 * take in between included.
 */
import { addressFor } from '@demo/money/coin-addresses'
import { payoutValue } from '@demo/money/payout-accounts'
import { samplePng } from '../kit/sample-files'
import {
  act,
  cents,
  decide,
  decideOn,
  done,
  findApproval,
  isInTime,
  money,
  type App,
  type Flow,
  type People,
  type RailFlow,
  type Told,
} from './acting'
import { pick, type Answer, type Random } from './driver'

/** What these flows need that exists before the run. */
export interface CashGround {
  /** Its fixed fee is `METHOD_FEE`. */
  method: string
  /** One that a rail pays. */
  bank: string
  /** Coins of a wallet service, and their networks. */
  coins: readonly { id: string; network: string }[]
  /** Accounts at a platform that a rail loads and redeems; half of them are of the users for whom the flows contend. */
  accounts: readonly { id: string; user: string }[]
  /** First and last name of each user. */
  names: ReadonlyMap<string, string>
}
type CashFlow = RailFlow | 'deposit' | 'withdrawal'

/** Cents that the demo's PIX takes of each deposit. */
const METHOD_FEE = 50
const DEPOSITS = '/api/v1/admin-manual-deposit'
/** Where apps request withdrawals of each kind, and where staff find them. */
const WITHDRAWALS = {
  withdrawal: { app: '/api/v1/manual-withdrawal', staff: '/api/v1/admin-manual-withdrawal' },
  payout: { app: '/api/v1/manual-withdrawal', staff: '/api/v1/admin-manual-withdrawal' },
  coinPayout: { app: '/api/v1/withdrawal', staff: '/api/v1/admin-withdrawal' },
} as const
/** Up to this amount one other person approves a withdrawal that has a warning, cents. */
const ONE_APPROVES = 20_000
/** Share of the redeems whose money is withdrawn in the same transaction. */
const THEN_WITHDRAW = 0.2
const reason = 'Money test'

type Sent = Answer<{ id: string; reference: string }>

/** @returns cents of the bonus that a credited deposit says it gave */
export function bonusOf(bonus: string | null): number {
  const given = /: ([\d,]+\.\d\d) [A-Z]{3}, to wager/.exec(bonus ?? '')?.[1]?.replaceAll(',', '')
  return given === undefined ? 0 : cents(given)
}

export function createCashFlows(ground: CashGround, app: App): Record<CashFlow, Flow> {
  const proof = (random: Random) => {
    const colour = [1, 2, 3].map(() => Math.floor(random() * 256))
    return app.upload('/api/v1/manual-deposit/files?field=proof', {
      bytes: samplePng(8, 8, { width: 8, height: 8 }, colour),
      type: 'image/png',
    })
  }

  /** A user's app sends a deposit with its proof, without one, or adds it afterwards; or staff enter it. */
  async function sendDeposit({ finance }: People, random: Random, user: string, amount: number): Promise<Sent> {
    const body = { user, payment_method: ground.method, amount: money(amount) }
    const draw = random()
    if (draw < 0.2) return finance.write('POST', DEPOSITS, { body })
    const sent: Sent = await app.write('POST', '/api/v1/manual-deposit', {
      body: { ...body, source: 'APP', proof: draw < 0.5 ? [await proof(random)] : [] },
    })
    if (sent.status === 200 && draw > 0.8) {
      const path = `/api/v1/manual-deposit/${sent.data.id}/proof`
      const proved = await app.write('POST', path, { body: { proof: [await proof(random)] } })
      if (proved.status !== 200) throw new Error(proved.text)
    }
    return sent
  }

  const deposit: Flow = async (people, random, user) => {
    const { finance, manager, admin, boss } = people
    let amount = random() < 0.1 ? 200_001 + Math.floor(random() * 50_000) : 1000 + Math.floor(random() * 30_000)
    const sent = await sendDeposit(people, random, user, amount)
    const told: Told = { kind: 'deposit', mark: sent.data?.id ?? '', user, end: 'none', net: 0 }
    // Too many of the user wait.
    if (sent.status !== 200) return told
    const { id, reference } = sent.data
    const path = `${DEPOSITS}/${id}`
    const approval = { record: user, text: reference }
    const open: Told = { ...told, end: 'open' }
    let by = finance
    await done(by, path, 'claim')
    if (random() < 0.2) {
      await done(by, path, 'reject', { reason_code: 'NOT_RECEIVED' })
      if (random() < 0.5) return open
      // It has come in the end; whoever decided it cannot reopen it.
      by = manager
      await done(by, path, 'claim')
      await done(by, path, 'reopen', { reason })
      await done(by, path, 'claim')
    }
    if (random() < 0.2) {
      amount += 101 + Math.floor(random() * 5000)
      await done(by, path, 'correct', { amount: money(amount), reason })
    }
    // Whoever changed it decides nothing about it.
    const others = by === finance ? [manager, admin] : [boss, admin]
    const asked = await act(by, path, 'approve')
    // The user has reached the limit of the day.
    if (asked.status === 422) return open
    if (asked.status !== 200) throw new Error(asked.text)
    if (asked.data.status !== 'COMPLETED') {
      // Another one of the user, credited meanwhile, changes the bonus of this one.
      const end = await decide(others, approval, random() < 0.1 ? 'reject' : 'approve')
      if (end === 'REFUSED') await decide([admin, boss], approval, 'reject')
      if (end !== 'APPROVED') return open
    }
    const { bonus } = await finance.read<{ bonus: string | null }>(path)
    const net = amount - METHOD_FEE + bonusOf(bonus)
    if (random() < 0.7) return { ...told, end: 'moved', net }
    await done(finance, path, 'claim')
    await done(finance, path, 'reverse', { reason })
    const reversed = await decide(others, { record: user, text: `Reverse the deposit ${reference}` })
    if (reversed === 'REFUSED') throw new Error(`the reversal of ${reference} was refused`)
    return { ...told, end: 'reversed' }
  }

  /** A wallet service gives an address, and the user pays there; what came is known at the end of the run. */
  const coins: Flow = async (_people, random, user) => {
    const sent = await app.write<{ id: string }>('POST', '/api/v1/crypto-deposit', {
      body: {
        user,
        coin: pick(random, ground.coins).id,
        amount_asked: money(2000 + Math.floor(random() * 30_000)),
        source: 'APP',
      },
    })
    // The limit of the user's level, or too many wait to be paid.
    if (sent.status !== 200) return { kind: 'coins', mark: '', user, end: 'none', net: 0 }
    return { kind: 'coins', mark: sent.data.id, user, end: 'moved', net: 0 }
  }

  /** How a user is paid: by a method, or to an address of a coin, of which each has two. */
  function payoutOf(kind: keyof typeof WITHDRAWALS, random: Random, user: string): object {
    if (kind === 'coinPayout') {
      const { id, network } = pick(random, ground.coins)
      return { coin: id, address: addressFor(network, `${user} ${Math.floor(random() * 2)}`) }
    }
    return {
      payment_method: kind === 'payout' ? ground.bank : ground.method,
      // Another person: a check warns, so that others approve each one.
      payee: random() < 0.5 ? 'Money Test' : ground.names.get(user)!,
      details: [
        kind === 'payout'
          ? { label: 'IBAN', value: payoutValue('IBAN', 7000) }
          : { label: 'Chave PIX', value: `money-${user.slice(-12)}` },
      ],
    }
  }

  /** Staff pay a withdrawal, or a rail pays a payout. */
  const withdrawal =
    (kind: keyof typeof WITHDRAWALS): Flow =>
    async (people, random, user) => {
      const { finance, manager, admin } = people
      const of = WITHDRAWALS[kind]
      const amount = 2000 + Math.floor(random() * 30_000)
      const sent: Sent = await app.write('POST', of.app, {
        body: { user, amount: money(amount), source: 'APP', ...payoutOf(kind, random, user) },
      })
      const told: Told = { kind, mark: sent.data?.id ?? '', user, end: 'none', net: 0 }
      // The user has less, too many are open, or the coin pays no less.
      if (sent.status !== 200) return told
      const { id, reference } = sent.data
      const path = `${of.staff}/${id}`
      const open: Told = { ...told, end: 'open' }
      const cancel = () => app.write('POST', `${of.app}/${id}/cancel`, { body: {} })
      const cancelled = async (): Promise<Told> => {
        const answer = await cancel()
        if (answer.status !== 200) throw new Error(answer.text)
        return open
      }
      const underClaim = async (action: string, body: object = {}) => {
        await done(finance, path, 'claim')
        return act(finance, path, action, body)
      }
      const must = async (action: string, body: object = {}) => {
        const answer = await underClaim(action, body)
        if (answer.status !== 200) throw new Error(answer.text)
        return answer.data
      }
      const returned = async (): Promise<Told> => {
        await must('reject', { reason_code: 'OTHER' })
        return open
      }

      if (random() < 0.1) return cancelled()
      if (random() < 0.2) {
        await must('hold', { reason })
        const draw = random()
        if (draw < 0.2) return cancelled()
        if (draw < 0.3) return returned()
        await must('resume', { reason })
      }
      const asked = await underClaim('approve')
      // A check blocks it: the user is not verified, or the limit of the level is reached. Or the coin has no rate at this moment.
      if (asked.status === 422) return returned()
      if (asked.status !== 200) throw new Error(asked.text)
      if (asked.data.status !== 'APPROVED') {
        const approval = { record: user, text: reference }
        if (amount <= ONE_APPROVES && random() < 0.2) {
          // The last approval, and the user cancels at the same moment: one of them counts.
          const wanted = await findApproval(manager, approval)
          const [decided, given] = await Promise.all([decideOn(manager, wanted, 'approve'), cancel()])
          if (given.status === 200) return open
          // Another check warns than when it was requested.
          if (decided.status === 422) return returned()
          if (decided.status !== 200) throw new Error(`neither ${decided.text} nor ${given.text}`)
        } else {
          const end = await decide([manager, admin], approval, random() < 0.1 ? 'reject' : 'approve')
          if (end !== 'APPROVED') return returned()
        }
      }
      if (kind !== 'withdrawal') {
        // What the rail has not got yet can be taken back. What it did with the others is known at the end of the run.
        const isTaken = random() < 0.2 && (await isInTime(finance, path, 'reject', { reason_code: 'OTHER' }))
        return isTaken ? open : { ...told, end: 'moved' }
      }
      if (random() < 0.1) {
        await must('hold', { reason })
        return random() < 0.5 ? cancelled() : returned()
      }
      if (random() < 0.2) return returned()
      await must('mark-paid', { external_ref: reference })
      return { ...told, end: 'moved', net: -amount }
    }

  /** The rail of a platform loads or redeems an account; some are rejected, unless they are being sent already. */
  const request =
    (kind: 'load' | 'redeem'): Flow =>
    async ({ manager }, random) => {
      const { id: account, user } = pick(random, ground.accounts)
      const whole = 10 + Math.floor(random() * 80)
      const amount = money(whole * 100 + Math.floor(random() * 100))
      const isAll = kind === 'redeem' && random() < 0.1
      // Refused where the user has never withdrawn by the method.
      const then = random() < THEN_WITHDRAW ? { payout_method: ground.method } : {}
      const credits = isAll ? { everything: true } : { everything: false, credits: amount }
      const what = kind === 'load' ? { amount } : { ...credits, ...then }
      const sent = await app.write<{ id: string }>(
        'POST',
        `/api/v1/${kind === 'load' ? 'platform-deposit' : 'platform-withdrawal'}`,
        { body: { platform_account: account, source: 'APP', ...what } },
      )
      const told: Told = { kind, mark: sent.data?.id ?? '', user, end: 'none', net: 0 }
      // The user has less, or too many of the account are open.
      if (sent.status !== 200) return told
      if (random() < 0.1) {
        const path = `/api/v1/admin-platform/${kind === 'load' ? 'deposit' : 'withdraw'}/${sent.data.id}`
        if (await isInTime(manager, path, 'reject', { reason_code: 'OTHER' })) return { ...told, end: 'open' }
      }
      return { ...told, end: 'moved' }
    }

  return {
    deposit,
    coins,
    withdrawal: withdrawal('withdrawal'),
    payout: withdrawal('payout'),
    coinPayout: withdrawal('coinPayout'),
    load: request('load'),
    redeem: request('redeem'),
  }
}
