/** What the users' apps send in a simulation, with an app key: sign-ups for the newsletter, documents of users, rounds, jackpots, claims of offers, spins, deposits, withdrawals, loads and redeems. */
import { randomUUID } from 'node:crypto'
import { amountOf } from '@contract/amounts'
import { IDEMPOTENCY_KEY_HEADER } from '@contract/http/idempotency'
import { APP_KEY_HEADER } from '@contract/http/operation'
import { LOCALES } from '@contract/locales'
import { newsletterSubscriber } from '@contract/records/content/newsletter-subscriber'
import { addressFor } from '@demo/money/coin-addresses'
import { payoutValue } from '@demo/money/payout-accounts'
import { cryptoCoin } from '@contract/records/money/crypto-coin'
import { cryptoDeposit } from '@contract/records/money/crypto-deposit'
import { cryptoWithdrawal } from '@contract/records/money/crypto-withdrawal'
import { manualDeposit } from '@contract/records/money/manual-deposit'
import { manualWithdrawal } from '@contract/records/money/manual-withdrawal'
import { platformDeposit } from '@contract/records/money/platform-deposit'
import { platformWithdrawal } from '@contract/records/money/platform-withdrawal'
import { DOC_TYPES, userDocVerification } from '@contract/records/people/user-doc-verification'
import { dailySpin } from '@contract/records/play/daily-spin'
import { gameRecord, ROUNDS_MAX } from '@contract/records/play/game-record'
import type { SentRound } from '@contract/records/play/rounds'
import { JACKPOT_LEVELS, jackpotRecord } from '@contract/records/play/jackpot-record'
import { offer } from '@contract/records/rewards/offer'
import { offerClaim } from '@contract/records/rewards/offer-claim'
import { paymentMethod } from '@contract/records/system/payment-method'
import { documentOf, drawnDocument } from '@demo/documents'
import type { Random } from '../db/random'
import { NothingLeft, request, type Play } from './play'

export const APP_KINDS = [
  'sign-up',
  'unsubscribe',
  'document',
  'rounds',
  'jackpot',
  'claim',
  'spin',
  'deposit',
  'coin-deposit',
  'withdrawal',
  'coin-withdrawal',
  'load',
  'redeem',
] as const
export type AppKind = (typeof APP_KINDS)[number]

/** A user who sends documents. */
export interface Sender {
  id: string
  name: string
  country: string | null
}

/** A platform account that can be loaded. */
export interface PlayedAccount {
  id: string
  /** Name of its user. */
  user: string
  userId: string
  platform: string
  /** Least and most that its platform takes at a time, in money. */
  least: number
  most: number
}

const { subscribe, unsubscribe } = newsletterSubscriber.appCalls!
const { send } = userDocVerification.appCalls!
const { report } = gameRecord.appCalls!
const { report: reportJackpot } = jackpotRecord.appCalls!
const { claim } = offerClaim.appCalls!
const { spin } = dailySpin.appCalls!
const { send: sendDeposit, prove } = manualDeposit.appCalls!
const { request: requestCoins, confirmAddress } = cryptoDeposit.appCalls!
const { request: requestWithdrawal, cancel, storeDetails } = manualWithdrawal.appCalls!
const { request: requestToAddress, cancel: cancelToAddress } = cryptoWithdrawal.appCalls!
const { load: requestLoad } = platformDeposit.appCalls!
const { redeem: requestRedeem } = platformWithdrawal.appCalls!
const pathOf = ({ path }: { path: string }) => `/api/v1/${path}`
/** On average, one call in this many repeats an earlier call, as an app does that got no response. */
const REPEATED = 10
const REJECTED = 422
/** States of a coin deposit that still change by themselves, and those in which it waits for staff. */
const OPEN_STATUSES: readonly string[] = ['AWAITING_PAYMENT', 'CONFIRMING']
const WANTED_BACK: readonly string[] = [...cryptoDeposit.queue!.waits, 'FAILED']

/**
 * @param host of the server @param key of the app
 * @param users of the key's store @param games ids of its enabled games @param wheels ids of its daily wheels that are live
 * @param accounts of its users at platforms
 * @returns a play for each kind
 */
export function createApps(
  { host, key, random }: { host: string; key: string; random: Random },
  users: readonly Sender[],
  games: readonly string[],
  wheels: readonly string[],
  accounts: readonly PlayedAccount[],
): Record<AppKind, Play> {
  const senders = [...users]
  const subscribed: string[] = []
  const left = new Set<string>()
  const documents: { text: string; body: object }[] = []

  async function post(
    path: string,
    body: object | Uint8Array<ArrayBuffer>,
    type = 'application/json',
    method: 'POST' | 'PATCH' = 'POST',
  ) {
    const response = await request(host + path, {
      method,
      headers: { [APP_KEY_HEADER]: key, [IDEMPOTENCY_KEY_HEADER]: randomUUID(), 'content-type': type },
      body: body instanceof Uint8Array ? body : JSON.stringify(body),
    })
    const { data, message, errors } = (await response.json()) as {
      data?: Record<string, string>
      message?: string
      errors?: Record<string, string[]>
    }
    const reasons = Object.values(errors ?? {}).flat()
    return { status: response.status, data: data ?? {}, why: reasons[0] ?? message ?? `status ${response.status}` }
  }
  async function posted(...call: Parameters<typeof post>): Promise<Record<string, string>> {
    const { status, data, why } = await post(...call)
    if (status !== 200) throw new Error(why)
    return data
  }

  async function signUp(): Promise<string> {
    const isAgain = subscribed.length > 0 && random.integer(1, REPEATED) === 1
    const email = isAgain ? random.pick(subscribed) : `reader.${randomUUID().slice(0, 13)}@example.com`
    const body = {
      email,
      source: random.pick(['FOOTER', 'SIGN_UP', 'APP']),
      consent_text: 'I would like to receive the newsletter. I can leave at any time.',
      consent_ip: `203.0.113.${random.integer(1, 254)}`,
      locale: random.pick(Object.keys(LOCALES)),
      // A person who unsubscribed signs up again, which needs `again: true`.
      ...(left.has(email) && { again: true }),
    }
    await posted(pathOf(subscribe!), body)
    left.delete(email)
    if (!isAgain) subscribed.push(email)
    return `${email} signs up for the newsletter${isAgain ? ' once more' : ''}`
  }

  /** Uploads the two sides of a card, or one page. @returns ids */
  async function upload(): Promise<string[]> {
    // Not derived from the seed: a second run with the same seed would send the same images, which the server recognises as
    // documents that it already has.
    const colour = randomUUID().slice(0, 6)
    const ids: string[] = []
    for (const [side, name] of [
      ['card', 'front.png'],
      ['back', 'back.png'],
    ] as const) {
      const { bytes, contentType } = documentOf(drawnDocument(side, colour, name))!
      const query = new URLSearchParams({ field: 'files', name })
      const { id } = await posted(`${pathOf(send!)}/files?${query.toString()}`, bytes(), contentType)
      ids.push(id!)
    }
    return ids
  }

  async function document(): Promise<string> {
    if (documents.length > 0 && random.integer(1, REPEATED) === 1) {
      const { text, body } = random.pick(documents)
      const { reference } = await posted(pathOf(send!), body)
      return `${text} once more: ${reference} stays one document`
    }
    if (senders.length === 0) throw new NothingLeft('No user of the store can send another document')
    const user = random.pick(senders)
    const kind = random.pick(Object.keys(DOC_TYPES)) as keyof typeof DOC_TYPES
    const text = `${user.name} sends: ${DOC_TYPES[kind].toLowerCase()}`
    const body = {
      user: user.id,
      doc_type: kind,
      files: await upload(),
      stated_name: user.name,
      stated_number: `S${random.integer(1_000_000, 9_999_999)}`,
      stated_country: user.country,
    }
    const { status, data, why } = await post(pathOf(send!), body)
    if (status === REJECTED) {
      // For example because too many of the user's documents wait for a decision.
      senders.splice(senders.indexOf(user), 1)
      return `${user.name} sends no more: ${why}`
    }
    if (status !== 200) throw new Error(why)
    documents.push({ text, body })
    return `${text}, ${data.reference}`
  }

  const batches: { rounds: SentRound[] }[] = []
  /** Rounds of a few minutes: some are still open, and are settled by a later batch. */
  const open: SentRound[] = []
  function playedRound(): SentRound {
    const started = Date.now() - random.integer(1_000, 300_000)
    const bet = random.pick([20, 50, 100, 250, 500, 1000, 2500])
    const isOpen = random.integer(1, 12) === 1
    const isCancelled = !isOpen && random.integer(1, 40) === 1
    const win = isOpen || isCancelled ? 0 : Math.floor((bet * random.pick([0, 0, 0, 5, 8, 12, 30, 96])) / 10)
    return {
      round_id: `S-${randomUUID().slice(0, 13)}`,
      user: random.pick(users).id,
      game: random.pick(games),
      wallet: random.integer(1, 4) === 1 ? 'BONUS' : 'CASH',
      status: isOpen ? 'OPEN' : isCancelled ? 'CANCELLED' : 'SETTLED',
      bet: amountOf(BigInt(bet)),
      refund: isCancelled ? amountOf(BigInt(bet)) : null,
      win: amountOf(BigInt(win)),
      started_at: new Date(started).toISOString(),
      settled_at: isOpen ? null : new Date(started + random.integer(500, 9_000)).toISOString(),
    }
  }
  async function playRounds(): Promise<string> {
    if (users.length === 0 || games.length === 0) throw new NothingLeft('The store has no users or no games for rounds')
    const isAgain = batches.length > 0 && random.integer(1, REPEATED) === 1
    const settled = isAgain
      ? []
      : open
          .splice(0)
          .map((round): SentRound => ({ ...round, status: 'SETTLED', settled_at: new Date().toISOString() }))
    const played = Array.from({ length: random.integer(1, 60) }, playedRound)
    const batch = isAgain ? batches.pop()! : { rounds: [...settled, ...played].slice(0, ROUNDS_MAX) }
    const { added, changed, same } = await posted(pathOf(report!), batch)
    // Of a batch with open rounds the same report would be refused once they are settled.
    if (!isAgain && batch.rounds.every(({ status }) => status !== 'OPEN')) batches.push(batch)
    if (!isAgain) open.push(...batch.rounds.filter(({ status }) => status === 'OPEN'))
    return `${batch.rounds.length} rounds: ${added} added, ${changed} changed, ${same} the same`
  }

  async function hitJackpot(): Promise<string> {
    if (users.length === 0) throw new NothingLeft('The store has no users for jackpots')
    const user = random.pick(users)
    const pool = random.integer(2_500, 400_000)
    const level = random.pick(Object.keys(JACKPOT_LEVELS))
    const { amount } = await posted(pathOf(reportJackpot!), {
      hit_id: `J-${randomUUID().slice(0, 13)}`,
      level,
      pool_before: amountOf(BigInt(pool)),
      amount: amountOf(BigInt(pool - random.integer(0, 99))),
      user: user.id,
      game: games.length > 0 ? random.pick(games) : null,
      hit_at: new Date().toISOString(),
    })
    return `${user.name} hits a jackpot (${level.toLowerCase()}) of ${amount}`
  }

  /** A user claims one of the offers that the app shows; some are refused, because of the offer's terms. */
  async function claimOffer(): Promise<string> {
    const shown = await request(`${host}/api/v1/${offer.appBase}`, { headers: { [APP_KEY_HEADER]: key } })
    const { data: offers } = (await shown.json()) as { data: { id: string; title: string }[] }
    if (users.length === 0 || offers.length === 0) throw new NothingLeft('The store has no users or no live offers')
    const [user, { id, title }] = [random.pick(users), random.pick(offers)]
    const { status, data, why } = await post(pathOf(claim!).replace(':id', id), { user: user.id, source: 'APP' })
    if (status === REJECTED) return `${user.name} cannot claim ${title}: ${why}`
    if (status !== 200) throw new Error(why)
    return `${user.name} claims ${title}: ${data.value}`
  }

  /** A user spins a daily wheel; who has spun today already is refused. */
  async function spinWheel(): Promise<string> {
    if (users.length === 0 || wheels.length === 0)
      throw new NothingLeft('The store has no users or no live daily wheel')
    const user = random.pick(users)
    const body = {
      user: user.id,
      wheel: random.pick(wheels),
      device: `s${random.integer(100_000, 999_999)}`,
      ip: `203.0.113.${random.integer(1, 254)}`,
    }
    const { status, data, why } = await post(pathOf(spin!), body)
    if (status === REJECTED) return `${user.name} cannot spin: ${why}`
    if (status !== 200) throw new Error(why)
    return `${user.name} spins: ${data.segment}`
  }

  interface Method {
    id: string
    name: string
    direction: string
    minimum: string
    maximum: string
    payout_fields: { label: string; pattern: string; is_required: boolean }[]
  }
  /** The store's methods for one direction. */
  async function methodsFor(direction: 'DEPOSIT' | 'WITHDRAWAL'): Promise<Method[]> {
    const shown = await request(`${host}/api/v1/${paymentMethod.appBase}`, { headers: { [APP_KEY_HEADER]: key } })
    const { data } = (await shown.json()) as { data: Method[] }
    const methods = data.filter((each) => each.direction === direction || each.direction === 'BOTH')
    if (users.length === 0 || methods.length === 0)
      throw new NothingLeft('The store has no users or no payment methods')
    return methods
  }
  /** Uploads what a user photographs of a payment. @returns its id */
  async function uploadProof(): Promise<string> {
    const { bytes, contentType } = documentOf(drawnDocument('letter', randomUUID().slice(0, 6), 'transfer.png'))!
    const query = new URLSearchParams({ field: 'proof', name: 'transfer.png' })
    const { id } = await posted(`${pathOf(sendDeposit!)}/files?${query.toString()}`, bytes(), contentType)
    return id!
  }
  /** Deposits that were sent without a proof. */
  const unproved: { id: string; reference: string }[] = []
  /** A user pays outside the platform and sends the proof, with the deposit or some calls later. */
  async function deposit(): Promise<string> {
    if (unproved.length > 0 && random.integer(1, 3) === 1) {
      const { id, reference } = unproved.shift()!
      const { status, why } = await post(pathOf(prove!).replace(':id', id), { proof: [await uploadProof()] })
      // Somebody may have decided it meanwhile.
      return status === REJECTED
        ? `The proof of ${reference} comes too late: ${why}`
        : `The proof of ${reference} arrives`
    }
    const [user, method] = [random.pick(users), random.pick(await methodsFor('DEPOSIT'))]
    const [least, most] = [Math.ceil(Number(method.minimum)), Math.min(Number(method.maximum), 3000)]
    const hasProof = random.integer(1, 6) !== 1
    const { status, data, why } = await post(pathOf(sendDeposit!), {
      user: user.id,
      payment_method: method.id,
      amount: `${random.integer(least, most)}.00`,
      payer_name: random.integer(1, 9) === 1 ? 'A. Nother' : user.name,
      external_ref: `TX${random.integer(10_000_000, 99_999_999)}`,
      source: source(),
      proof: hasProof ? [await uploadProof()] : [],
    })
    if (status === REJECTED) return `${user.name} cannot deposit with ${method.name}: ${why}`
    if (status !== 200) throw new Error(why)
    if (!hasProof) unproved.push({ id: data.id!, reference: data.reference ?? '' })
    return `${user.name} deposits ${data.amount} with ${method.name}`
  }

  interface Coin {
    id: string
    symbol: string
    network: string
    rate: string | null
    min_deposit: string
    min_withdrawal: string
    network_fee: string
    is_deposit_enabled: boolean
    is_withdrawal_enabled: boolean
  }
  /** The store's coins for one direction, with a rate. */
  async function coinsFor(what: 'deposit' | 'withdrawal'): Promise<Coin[]> {
    const shown = await request(`${host}/api/v1/${cryptoCoin.appBase}`, { headers: { [APP_KEY_HEADER]: key } })
    const { data } = (await shown.json()) as { data: Coin[] }
    const coins = data.filter((coin) => coin[`is_${what}_enabled`] && coin.rate !== null)
    if (users.length === 0 || coins.length === 0)
      throw new NothingLeft(`The store has no users or no coins for ${what}s`)
    return coins
  }
  /** Deposits of coins whose address was not read yet. */
  const unread: string[] = []
  /** Those whose address was read: their users look again what became of them. */
  const followed: string[] = []
  /** Where a user wants a deposit back that waits for staff. @returns null: it does not, or is not asked about this time */
  async function wantsBack(): Promise<string | null> {
    if (followed.length === 0 || random.integer(1, 4) !== 1) return null
    const id = followed.shift()!
    const read = await request(`${host}/api/v1/${cryptoDeposit.appBase}/${id}`, { headers: { [APP_KEY_HEADER]: key } })
    const { reference, network, status } = ((await read.json()) as { data: Record<string, string> }).data
    if (OPEN_STATUSES.includes(status!)) followed.push(id)
    if (!WANTED_BACK.includes(status!)) return null
    const address = addressFor(network!, `refund ${id}`)
    const { status: answered, why } = await post(pathOf(confirmAddress!).replace(':id', id), { address })
    return answered === REJECTED
      ? `${reference} cannot be sent back: ${why}`
      : `The user of ${reference} confirms an address for a refund`
  }
  /** A user asks for an address, and reads it and what to pay some calls later; the demo's wallet service pays by itself. */
  async function depositCoins(): Promise<string> {
    const back = await wantsBack()
    if (back !== null) return back
    if (unread.length > 1 && random.integer(1, 3) === 1) {
      const id = unread.shift()!
      followed.push(id)
      const read = await request(`${host}/api/v1/${cryptoDeposit.appBase}/${id}`, {
        headers: { [APP_KEY_HEADER]: key },
      })
      const { data } = (await read.json()) as {
        data: { reference: string; symbol: string; coin_asked: string; address: string | null; status: string }
      }
      const { reference, coin_asked, symbol, address, status } = data
      return `${reference}: ${coin_asked} ${symbol} to ${address ?? 'no address yet'}, ${status.toLowerCase().replace('_', ' ')}`
    }
    const coins = await coinsFor('deposit')
    const [user, coin] = [random.pick(users), random.pick(coins)]
    const least = Math.ceil(Number(coin.min_deposit) * Number(coin.rate)) + 1
    const { status, data, why } = await post(pathOf(requestCoins!), {
      user: user.id,
      coin: coin.id,
      amount_asked: `${random.integer(least, least + 250)}.00`,
      source: random.pick(['APP', 'APP', 'CHAT', 'TELEGRAM']),
    })
    if (status === REJECTED) return `${user.name} cannot deposit ${coin.symbol}: ${why}`
    if (status !== 200) throw new Error(why)
    unread.push(data.id!)
    return `${user.name} asks for an address: ${data.coin_asked} ${coin.symbol} for ${data.amount_asked}`
  }

  /** What a user types for a method: the same each time. */
  const detailsFor = ({ payout_fields }: Method, user: string) =>
    payout_fields
      .filter(({ is_required }) => is_required)
      .map(({ label, pattern }) => ({
        label,
        value: payoutValue(pattern, users.findIndex(({ id }) => id === user) + 1000),
      }))
  interface Requested {
    id: string
    reference: string
  }
  /** Some users change their minds about an earlier request. @param open theirs, the oldest first @returns null: not this time */
  async function changeOfMind(open: Requested[], call: { path: string }): Promise<string | null> {
    if (open.length <= 3 || random.integer(1, 5) !== 1) return null
    const { id, reference } = open.shift()!
    const { status, why } = await post(pathOf(call).replace(':id', id), {})
    return status === REJECTED ? `${reference} cannot be cancelled: ${why}` : `${reference} is cancelled by its user`
  }
  const requested: Requested[] = []
  /** A user asks for money, or changes their mind. */
  async function withdrawal(): Promise<string> {
    const changed = await changeOfMind(requested, cancel!)
    if (changed !== null) return changed
    const user = random.pick(users)
    const method = random.pick(await methodsFor('WITHDRAWAL'))
    const least = Math.ceil(Number(method.minimum))
    const { status, data, why } = await post(pathOf(requestWithdrawal!), {
      user: user.id,
      payment_method: method.id,
      amount: `${random.integer(least, least + 150)}.00`,
      payee: random.integer(1, 9) === 1 ? 'A. Nother' : user.name,
      details: detailsFor(method, user.id),
      source: source(),
    })
    if (status === REJECTED) return `${user.name} cannot withdraw with ${method.name}: ${why}`
    if (status !== 200) throw new Error(why)
    requested.push({ id: data.id!, reference: data.reference ?? '' })
    return `${user.name} asks for ${data.amount} by ${method.name}`
  }

  const requestedCoins: Requested[] = []
  /** A user asks for coins, or changes their mind; most have one address for each network. */
  async function withdrawCoins(): Promise<string> {
    const changed = await changeOfMind(requestedCoins, cancelToAddress!)
    if (changed !== null) return changed
    const coin = random.pick(await coinsFor('withdrawal'))
    const user = random.pick(users)
    const least = Math.ceil((Number(coin.min_withdrawal) + Number(coin.network_fee)) * Number(coin.rate)) + 1
    const isNew = random.integer(1, 6) === 1
    const { status, data, why } = await post(pathOf(requestToAddress!), {
      user: user.id,
      coin: coin.id,
      amount: `${random.integer(least, least + 120)}.00`,
      address: addressFor(coin.network, `withdrawal of ${user.id}${isNew ? ` ${randomUUID()}` : ''}`),
      source: source(),
    })
    if (status === REJECTED) return `${user.name} cannot withdraw ${coin.symbol}: ${why}`
    if (status !== 200) throw new Error(why)
    requestedCoins.push({ id: data.id!, reference: data.reference ?? '' })
    return `${user.name} asks for ${data.amount} in ${coin.symbol}: ${data.reference}`
  }

  const played = (): PlayedAccount => {
    if (accounts.length === 0) throw new NothingLeft('No user of the store has an active platform account')
    return random.pick(accounts)
  }
  const source = () => random.pick(['APP', 'APP', 'CHAT', 'TELEGRAM'])
  /** A user turns money into credits of a platform account; whoever has too little is refused. */
  async function load(): Promise<string> {
    const { id, user, platform, least, most } = played()
    const amount = `${random.integer(Math.ceil(least), Math.min(Math.floor(most), Math.ceil(least) + 90))}.00`
    const { status, data, why } = await post(pathOf(requestLoad!), { platform_account: id, amount, source: source() })
    if (status === REJECTED) return `${user} cannot load ${amount} at ${platform}: ${why}`
    if (status !== 200) throw new Error(why)
    return `${user} loads ${data.amount} at ${platform}: ${data.reference}`
  }
  /** A user takes credits of a platform account back, or all of them. Some want to be paid at once, and say where before. */
  async function redeem(): Promise<string> {
    const { id, user, userId, platform } = played()
    const everything = random.integer(1, 4) === 1
    const credits = `${random.integer(30, 90)}.00`
    const asked = everything ? { everything } : { everything, credits }
    const method = random.integer(1, 3) === 1 ? random.pick(await methodsFor('WITHDRAWAL')) : null
    if (method) {
      const body = { payment_method: method.id, payee: user, details: detailsFor(method, userId) }
      await post(pathOf(storeDetails!).replace(':id', userId), body, 'application/json', storeDetails!.method)
    }
    const { status, data, why } = await post(pathOf(requestRedeem!), {
      platform_account: id,
      ...asked,
      payout_method: method?.id ?? null,
      source: source(),
    })
    if (status === REJECTED) return `${user} cannot redeem at ${platform}: ${why}`
    if (status !== 200) throw new Error(why)
    return `${user} redeems ${everything ? 'everything' : `${credits} credits`} at ${platform}${method ? `, to be paid by ${method.name}` : ''}: ${data.reference}`
  }

  return {
    deposit,
    'coin-deposit': depositCoins,
    withdrawal,
    'coin-withdrawal': withdrawCoins,
    load,
    redeem,
    claim: claimOffer,
    spin: spinWheel,
    jackpot: hitJackpot,
    rounds: playRounds,
    'sign-up': signUp,
    async unsubscribe() {
      const email = subscribed.find((each) => !left.has(each))
      if (email === undefined) return signUp()
      await posted(pathOf(unsubscribe!), { email, reason: 'Too many letters' })
      left.add(email)
      return `${email} leaves the newsletter`
    },
    document,
  }
}
