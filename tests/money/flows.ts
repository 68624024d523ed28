/**
 * What the workers of the money test do: adjust, grant, credit a claim, pay a jackpot, spin and void, and what brings money in and out
 * (cash-flows.ts), with the approvals that the policies ask for. A flow notes what was acknowledged, and what that changes for the user; the
 * end of the test compares it with the database.
 */
import { samplePng } from '../kit/sample-files'
import { act, cents, decide, money, type App, type Flow, type FlowKind, type People, type Told } from './acting'
import { createCashFlows, type CashGround } from './cash-flows'
import { pick, type Random, type Sender } from './driver'

/** What exists before the run. */
export interface Ground extends CashGround {
  users: readonly string[]
  bonus: string
  /** One that is credited at once, and one whose claims another person approves. */
  offers: readonly string[]
  wheel: string
  /** When the run began, ISO time. */
  since: string
}
/** What all grants, claims and spins of the run may cost or number together: half of the actions contend for it. */
export const LIMITS = { budget: 40_000, claims: 400, spinBudget: 1500 } as const
const CLAIM_AMOUNT = 5
/** Spins of a user on one day. */
export const DAILY_SPINS = 10
const WITH_APPROVAL = 'Money test with approval'
/** Coins of the demo: one whose rate changes, and one with a fixed rate. */
const COINS = ['BTC BITCOIN', 'USDT ETHEREUM']

/** @returns one flow of a worker: which, and for whom, the random numbers say */
export function createFlow(ground: Ground, app: App, hotUsers: number) {
  const free = [...ground.users]
  async function claimFor(
    user: string,
    { manager, finance, admin }: Omit<People, 'boss'>,
    random: Random,
  ): Promise<Told> {
    const offer = pick(random, ground.offers)
    const body = { user, source: 'APP' }
    const claimed = await app.write<{ id: string }>('POST', `/api/v1/store-platforms/offers/${offer}/claim`, { body })
    const told: Told = { kind: 'claim', mark: claimed.data?.id ?? '', user, end: 'none', net: 0 }
    if (claimed.status !== 200) return told
    const path = `/api/v1/admin-offer-claim/${claimed.data.id}`
    if (random() < 0.1) {
      await act(finance, path, 'reject', { reason_code: 'OTHER' })
      return { ...told, end: 'open' }
    }
    const approved = await act(finance, path, 'approve')
    if (approved.status !== 200) throw new Error(approved.text)
    if (offer === ground.offers[1]) {
      const verb = random() < 0.1 ? 'reject' : 'approve'
      const approval = { record: user, text: WITH_APPROVAL }
      const end = await decide([random() < 0.5 ? manager : admin], approval, verb)
      if (end !== 'APPROVED') return { ...told, end: 'open' }
    }
    return { ...told, end: 'moved', net: CLAIM_AMOUNT * 100 }
  }

  const flows: Record<FlowKind, Flow> = {
    ...createCashFlows(ground, app),

    async adjust({ manager, finance, admin, boss }, random, user, note) {
      const [by, first, second] = random() < 0.5 ? [finance, manager, admin] : [manager, boss, finance]
      const isUp = random() < 0.6
      const amount = random() < 0.8 ? 100 + Math.floor(random() * 40_000) : 50_001 + Math.floor(random() * 30_000)
      const told: Told = { kind: 'adjust', mark: note, user, end: 'none', net: 0 }
      const asked = await act(by, `/api/v1/users/${user}`, 'adjust', {
        direction: isUp ? 'UP' : 'DOWN',
        account: 'CASH',
        amount: money(amount),
        reason_code: 'CORRECTION',
        note,
      })
      if (asked.status !== 200) return told
      const approval = { record: user, text: note }
      const verb = random() < 0.1 ? 'reject' : 'approve'
      const end = await decide([first, second], approval, verb)
      if (end === 'APPROVED') return { ...told, end: 'moved', net: isUp ? amount : -amount }
      // The user has less than is to be taken: nothing was decided.
      if (end === 'REFUSED') await decide([second], approval, 'reject')
      return { ...told, end: 'open' }
    },

    async grant({ manager, admin, boss }, random, user, note) {
      const draw = random()
      const amount =
        draw < 0.6
          ? 100 + Math.floor(random() * 9900)
          : draw < 0.95
            ? 10_100 + Math.floor(random() * 20_000)
            : 100_100 + Math.floor(random() * 5000)
      const told: Told = { kind: 'grant', mark: note, user, end: 'none', net: 0 }
      const body = { bonus: ground.bonus, amount: money(amount), note }
      const asked = await act(manager, `/api/v1/users/${user}`, 'grant-bonus', body)
      if (asked.status !== 200) return told
      if (amount <= 10_000) return { ...told, end: 'moved', net: amount }
      const verb = random() < 0.1 ? 'reject' : 'approve'
      const end = await decide([admin, boss], { record: user, text: note }, verb)
      return end === 'APPROVED' ? { ...told, end: 'moved', net: amount } : { ...told, end: 'open' }
    },

    async claim({ manager, finance, admin }, random) {
      // Two claims of one user look the same to whoever approves them: one at a time here, so that the flow decides its own.
      const user = free.splice(Math.floor(random() * free.length), 1)[0]!
      try {
        return await claimFor(user, { manager, finance, admin }, random)
      } finally {
        free.push(user)
      }
    },

    async jackpot({ finance, admin, boss }, random, user, mark) {
      const amount = random() < 0.5 ? 100 + Math.floor(random() * 9900) : 10_100 + Math.floor(random() * 120_000)
      const hit = await app.write<{ hit_id: string }>('POST', '/api/v1/jackpot-record', {
        body: {
          hit_id: mark,
          level: 'MINOR',
          pool_before: money(amount),
          amount: money(amount),
          user,
          game: null,
          hit_at: new Date(Date.now() - 1000).toISOString(),
        },
      })
      if (hit.status !== 200) throw new Error(hit.text)
      const listed = await finance.read<{ id: string }[]>(`/api/v1/jackpot-record?search=${mark}&itemNo=1`)
      const { id } = listed[0]!
      const path = `/api/v1/jackpot-record/${id}`
      const told: Told = { kind: 'jackpot', mark, user, end: 'open', net: 0 }
      const confirmed = await act(finance, path, 'confirm')
      if (confirmed.status !== 200) throw new Error(confirmed.text)
      if (amount > 10_000 && (await decide([admin, boss], { record: user, text: mark })) !== 'APPROVED') return told
      const paid = await act(admin, path, 'pay')
      if (paid.status !== 200) throw new Error(paid.text)
      return { ...told, end: 'moved', net: amount }
    },

    async spin({ admin, boss }, random, user, mark) {
      const spun = await app.write<Record<'id' | 'reward_type' | 'reward_value' | 'cost', string>>(
        'POST',
        '/api/v1/fortune-wheel-history',
        { body: { user, wheel: ground.wheel, device: mark, ip: '203.0.113.9' } },
      )
      const told: Told = { kind: 'spin', mark: spun.data?.id ?? '', user, end: 'none', net: 0 }
      if (spun.status !== 200) return told
      const { id, reward_type, reward_value, cost } = spun.data
      const net = (reward_type === 'NONE' ? 0 : cents(reward_value)) - cents(cost)
      if (random() < 0.5) return { ...told, end: 'moved', net }
      const asked = await act(admin, `/api/v1/fortune-wheel-history/${id}`, 'void', { reason: mark })
      if (asked.status !== 200) throw new Error(asked.text)
      const end = await decide([boss], { record: user, text: mark }, random() < 0.2 ? 'reject' : 'approve')
      return end === 'APPROVED' ? { ...told, end: 'reversed' } : { ...told, end: 'moved', net }
    },
  }

  const kinds = Object.keys(flows) as FlowKind[]
  return (people: People, random: Random, mark: string): Promise<Told> => {
    const user =
      random() < 0.5 ? ground.users[Math.floor(random() * hotUsers)]! : pick(random, ground.users.slice(hotUsers))
    return flows[pick(random, kinds)](people, random, user, mark)
  }
}

interface Stored {
  id: string
  version: number
}
/** @returns adds a campaign through the API, activates it with the approvals that this needs, and returns its id */
const makerOf =
  ({ manager, admin, boss }: Pick<People, 'manager' | 'admin' | 'boss'>) =>
  async (path: string, body: object): Promise<string> => {
    const { status, data, text } = await manager.write<Stored>('POST', path, { body })
    if (status !== 200) throw new Error(text)
    const asked = await manager.write('PATCH', `${path}/${data.id}/activate`, { body: {}, ifMatch: data.version })
    if (asked.status !== 200) throw new Error(asked.text)
    await decide([admin, boss], { record: data.id, text: '' })
    return data.id
  }

/**
 * Opens a daily wheel instead of the demo's: a spin costs 0.50 and wins 2.00 in cash, 5.00 as a bonus, or nothing.
 * @param terms the expected number of spins and the budget of a day @returns its id
 */
export async function openDailyWheel(
  people: Pick<People, 'manager' | 'admin' | 'boss'>,
  terms: { expected_spins_per_day: number; budget_per_day: string },
): Promise<string> {
  const { manager } = people
  const segment = (label: string, reward_type: string, value: string, weight: number) => ({
    label,
    reward_type,
    value,
    weight,
    color: '#3B82F6',
  })
  // A store has one daily wheel at a time.
  const demos = await manager.read<Stored[]>('/api/v1/fortune-wheel?kind=DAILY_SPIN&status=ACTIVE')
  for (const { id } of demos) await act(manager, `/api/v1/fortune-wheel/${id}`, 'end')
  return makerOf(people)('/api/v1/fortune-wheel', {
    name: 'Money test',
    kind: 'DAILY_SPIN',
    spin_cost: '0.50',
    spins_per_day: DAILY_SPINS,
    segments: [segment('Nothing', 'NONE', '0', 3), segment('Cash', 'CASH', '2', 4), segment('Bonus', 'BONUS', '5', 3)],
    wagering_multiplier: '3',
    expiry_days: 30,
    ...terms,
  })
}

/** Adds an account for each user who may have one more, at the first platform of the store that a rail serves. */
async function openAccounts(admin: Sender, users: readonly string[]): Promise<Ground['accounts']> {
  type Platform = { id: string; store: { name: string }; rail: string | null; health: string }
  const platforms = await admin.read<Platform[]>('/api/v1/store-platforms?itemNo=200')
  const store_platform = platforms.find(
    ({ store, rail, health }) => store.name.startsWith('Northgate') && rail === 'GAMES' && health !== 'DOWN',
  )!.id
  const accounts: { id: string; user: string }[] = []
  for (const [at, user] of users.entries()) {
    const body = { user, store_platform, platform_username: `money-${at}`, password: 'Money-test-7' }
    const { status, data } = await admin.write<Stored>('POST', '/api/v1/admin-platform-account', { body })
    // The level of the others allows no more.
    if (status === 200) accounts.push({ id: data.id, user })
  }
  return accounts
}

/** Makes the bonus, the offers, the wheel and the platform accounts of the run through the API, with the approvals of their activation. */
export async function prepareGround(people: People, base: string, hotUsers: number): Promise<Ground> {
  const { manager, admin } = people
  const made = makerOf(people)
  const terms = { wagering_multiplier: '3', expiry_days: 30 }
  const bonus = await made('/api/v1/admin-bonus', {
    name: 'Money test',
    type: 'MANUAL',
    reward: 'PERCENT',
    percent: '100',
    max_amount: '5000',
    budget: String(LIMITS.budget),
    stackable: true,
    ...terms,
  })
  const picture = async () => {
    const { caller } = manager as Sender & { caller: { token(): string } }
    const response = await fetch(`${base}/api/v1/admin-offer/files?field=image&name=picture.png`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller.token()}`, 'content-type': 'image/png' },
      body: new Uint8Array(samplePng(600, 315)),
    })
    return ((await response.json()) as { data: { id: string } }).data.id
  }
  const offers: string[] = []
  for (const needs_approval of [false, true])
    offers.push(
      await made('/api/v1/admin-offer', {
        image: await picture(),
        title: needs_approval ? WITH_APPROVAL : 'Money test',
        reward_type: 'CREDIT',
        amount: money(CLAIM_AMOUNT * 100),
        description: 'Five',
        per_user_limit: 999,
        total_limit: LIMITS.claims,
        needs_approval,
        starts_at: new Date(Date.now() - 60_000).toISOString(),
      }),
    )
  const wheel = await openDailyWheel(people, { expected_spins_per_day: 200, budget_per_day: String(LIMITS.spinBudget) })
  // The same users as the app's: of its store, and active.
  type User = Record<'id' | 'account_status' | 'bonus_balance' | 'first_name' | 'last_name', string> & {
    third_party_store_code: string | null
    is_deleted: boolean
  }
  const all = await admin.read<User[]>('/api/v1/users?itemNo=2000')
  // Of a user who has played with the money of a grant, the reversal of another one leaves that grant its part, until
  // its time is over and that is settled.
  const granted = new Map<string, number>()
  type Grant = { user: { id: string }; amount: string; status: string }
  for (const { user, amount, status } of await admin.read<Grant[]>(
    '/api/v1/admin-bonus/history?itemNo=9007199254740991',
  ))
    if (status === 'ACTIVE' || status === 'EXPIRED') granted.set(user.id, (granted.get(user.id) ?? 0) + cents(amount))
  const users = all.filter(
    ({ id, account_status, third_party_store_code, is_deleted, bonus_balance }) =>
      account_status === 'ACTIVE' &&
      third_party_store_code === null &&
      !is_deleted &&
      (granted.get(id) ?? 0) <= cents(bonus_balance),
  )
  const methods = await people.boss.read<(Stored & { name: string })[]>('/api/v1/admin-setting/payment-methods')
  const methodNamed = (name: string) => methods.find((each) => each.name === name)!.id
  const [method, bank] = [methodNamed('PIX'), methodNamed('Bank transfer')]
  const coins = await people.boss.read<(Stored & { symbol: string; network: string })[]>('/api/v1/admin-crypto-coin')
  const ids = users.map(({ id }) => id)
  return {
    users: ids,
    names: new Map(users.map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`])),
    coins: COINS.map((wanted) => coins.find(({ symbol, network }) => `${symbol} ${network}` === wanted)!),
    bonus,
    offers,
    wheel,
    method,
    bank,
    accounts: await openAccounts(admin, ids.slice(0, hotUsers * 2)),
    since: new Date().toISOString(),
  }
}
