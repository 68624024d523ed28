import { describe, expect, it } from 'vitest'
import type { RecordDefinition } from '@contract/records/record'
import { ALL_RECORDS, recordNamed, RECORDS, type RecordKey } from '@contract/records/records'
import { PAGES } from '@resources/pages'
import { SECTIONS } from '@resources/page'
import { SOURCES } from '@server/platform/records/sources'
import { readSources } from './files'

const SECTION = `(?:${SECTIONS.join('|').toLowerCase()})`
/** The folders of a section hold the own files of its records, and what some of them share. */
const OWN = new RegExp(`^(?:src/(?:contract/records|demo|resources|screens)|server/platform/records)/${SECTION}/`)
/** They take single records as examples. What holds for every record is a case that is derived from the definitions. */
const EXAMPLES =
  /\.(?:test|stories|story-kit|journey|paths|table|console|bench)\.tsx?$|^tests\/(?:server|bench|paths|pictures|architecture|mutate|weight|contract\/report)|^design-system\//

/** The lists of records, a line each, and what single records need that no definition tells. */
const LISTS: Readonly<Record<string, string>> = {
  'src/contract/records/records.ts': 'the definitions',
  'src/contract/permissions.ts': 'the subjects',
  'src/contract/records/referable.ts': 'where the names of each that others refer to are read',
  'src/resources/pages.ts': 'the pages, with menu, title and icon',
  'src/screens/home/work.ts': 'what waits for a person in each, on Home',
  'src/demo/all.ts': 'the demo rows',
  'src/demo/rights.ts': 'what demo roles may do with each',
  'server/db/system-data.ts': 'what roles may do with each',
  'server/platform/records/sources.ts': 'the sources',
  'src/contract/approval-policies.ts': 'whose rights decide about approvals of each policy',
  'tests/contract/records/approval-ground.ts': 'how each action that others approve is asked for',
  'tests/contract/records/effects.ts': 'what the effect of an action is, where the definition does not tell',
  'tests/contract/records/payment-effects.ts': 'the effects of the actions of payments, for the list of effects',
}

/** Parts of the platform that are about one kind of record because the spec says so: which ones they may name, and why. */
const ABOUT: readonly { files: RegExp; names: readonly string[]; why: string }[] = [
  {
    files:
      /^(?:server\/platform\/records\/verbs\/money-effect\.ts|server\/platform\/records\/history-of\.ts|src\/features\/(?:shared\/money-button|record-form\/money-preview\/)|src\/screens\/record\/(?:RecordTimeline\.tsx|events\.ts)|src\/screens\/approval\/approval-decision\.ts|tests\/contract\/cases\/record-money\.ts)/,
    names: ['users', 'bonus', 'bonusGrant', 'walletTransaction'],
    why: 'money moves between the accounts of users, and each credit of bonus money is a grant: previews and timelines show it (ledger)',
  },
  {
    files: /^server\/platform\/records\/verbs\/reveal\.ts$/,
    names: ['admin'],
    why: 'a lead is notified of a person who has revealed too many secrets',
  },
  {
    files: /^server\/platform\/modules\/approvals\/store\.ts$/,
    names: ['permissionSet'],
    why: 'the limits of those who decide are in their permission sets',
  },
  {
    files: /^src\/screens\/home\/Home\.container\.tsx$/,
    names: ['admin', 'users'],
    why: 'Home names disabled accounts for those who may enable them',
  },
  {
    files: /^tests\/contract\/cases\/approvals\.ts/,
    names: ['users', 'walletTransaction'],
    why: 'an adjustment changes the money of a user',
  },
  {
    files: /^server\/platform\/records\/approvals\.ts$/,
    names: ['users'],
    why: 'the amounts of an approval have the currency of the user that it is about',
  },
  {
    files: /^tests\/contract\/records\/(?:ground|rows)\.ts$/,
    names: ['storePlatform', 'platformAccount', 'platformDeposit', 'platformWithdrawal'],
    why: 'loads and redeems are about accounts of users with money, by hand and by a rail',
  },
  {
    files: /^server\/platform\/platform\.ts$/,
    names: ['walletTransaction'],
    why: 'wallet transactions follow from transfers: consoles are told of them',
  },
  {
    files: /^tests\/money\//,
    names: [
      'admin',
      'bonus',
      'bonusGrant',
      'offerClaim',
      'dailySpin',
      'jackpotRecord',
      'manualDeposit',
      'cryptoDeposit',
      'manualWithdrawal',
      'cryptoWithdrawal',
      'platformDeposit',
      'platformWithdrawal',
      'discrepancy',
    ],
    why: 'everything that moves money, while servers are killed',
  },
  {
    files:
      /^(?:server\/platform\/(?:modules\/support\/|live\/)|src\/contract\/http\/(?:chat|support)\.ts|src\/features\/unread\/|src\/app\/create-live|tests\/contract\/cases\/work|server\/simulate|tests\/contract\/examples)/,
    names: ['chat', 'ticket'],
    why: 'messages between users and staff, their unread counts in the top bar, and handovers of shifts (spec 2 and 7)',
  },
  {
    files:
      /^(?:server\/(?:seed|platform\/db\/schema)\.ts|server\/db\/(?:seed-from-rows|demo|demo-work|demo-records)|mocks\/fixtures\/(?:user|staff)|src\/demo\/rows|mocks\/(?:platform\/people|scene)|tests\/(?:contract\/(?:cases\/(?:access|lists|writes|idempotency|socket|two-factor|work)|environment|records\/(?:ground|rows))|server\/))/,
    names: ['admin', 'users', 'store', 'userLevel', 'chat', 'ticket'],
    why: 'people sign in, belong to a store, and are made by the thousand with what they write',
  },
  {
    files: /^server\/platform\/modules\/ledger\/check/,
    names: [
      'bonusGrant',
      'offerClaim',
      'referral',
      'dailySpin',
      'skillSpin',
      'jackpotRecord',
      'manualDeposit',
      'cryptoDeposit',
      'cryptoWithdrawal',
      'manualWithdrawal',
      'platformDeposit',
      'platformWithdrawal',
      'discrepancy',
    ],
    why: 'what moves money must agree with their transfers',
  },
  {
    files: /^server\/db\/demo-rewards/,
    names: [
      'bonusGrant',
      'offer',
      'offerClaim',
      'referral',
      'referralBonus',
      'referralCriteria',
      'dailySpin',
      'skillSpin',
    ],
    why: 'the money of the demo’s grants and claims',
  },
  {
    files: /^server\/db\/demo-deposits/,
    names: ['manualDeposit'],
    why: 'the money of the demo’s deposits',
  },
  {
    files: /^server\/db\/demo-platform-requests/,
    names: ['paymentMethod', 'platformWithdrawal'],
    why: 'redeems of the demo that are withdrawn at once',
  },
  {
    files: /^server\/db\/demo-coins/,
    names: ['cryptoDeposit', 'cryptoCoin'],
    why: 'the payments and the money of the demo’s crypto deposits',
  },
  {
    files: /^server\/db\/demo-withdrawals/,
    names: ['manualWithdrawal', 'cryptoWithdrawal', 'paymentMethod', 'discrepancy'],
    why: 'the money of the demo’s withdrawals and of what was corrected, and the accounts that their methods pay',
  },
  {
    files: /^tests\/journeys\/kit\/withdrawals\.ts$/,
    names: ['manualWithdrawal', 'paymentMethod'],
    why: 'withdrawals that apps request for several journeys',
  },
  {
    files: /^server\/db\/demo(?:-rounds)?\.ts$/,
    names: ['game', 'gameRecord', 'bonusGrant'],
    why: 'a year of rounds, which count for no grant',
  },
  {
    files: /^server\/simulate/,
    names: [
      'newsletterSubscriber',
      'userDocVerification',
      'users',
      'gameRecord',
      'jackpotRecord',
      'offer',
      'offerClaim',
      'dailySpin',
      'platform',
      'manualDeposit',
      'cryptoCoin',
      'cryptoDeposit',
      'cryptoWithdrawal',
      'manualWithdrawal',
      'platformAccount',
      'platformDeposit',
      'platformWithdrawal',
      'storePlatform',
      'paymentMethod',
    ],
    why: 'what users send in the apps during a simulation',
  },
  {
    files: /^(?:server\/(?:admin-create|platform\/modules\/profile\/)|src\/contract\/entities\/profile)/,
    names: ['admin'],
    why: 'the person who is signed in is one of staff',
  },
  {
    files: /^src\/resources\/menu\.ts$/,
    names: ['store', 'paymentMethod', 'connectedRail'],
    why: 'the icon of a section has the name that the address of their page has',
  },
  {
    files: /^src\/screens\/home\/queues\.container\.tsx$/,
    names: ['ticket', 'chat'],
    why: 'Home shows what waits for the signed-in person: tickets and chats',
  },
  {
    files:
      /^(?:server\/(?:db\/demo|platform\/(?:db\/schema|modules\/(?:access\/service|auth\/repository)))|mocks\/scene|tests\/contract\/server-back-door)\.ts$/,
    names: ['permissionSet'],
    why: 'the rights of a person are computed from permission sets',
  },
  {
    files:
      /^tests\/contract\/(?:records\/ground|cases\/(?:activations|telegram|documents|deposit-bonus|apps|grants|offer-claims|coin-rates|manual-deposits|crypto-deposits|withdrawals|payout-details|platform-accounts|open-work|referral-criteria|permission-sets|rounds|spins))/,
    names: [
      'telegramUser',
      'gameRecord',
      'jackpotRecord',
      'game',
      'userDocVerification',
      'depositBonusType',
      'bonus',
      'bonusGrant',
      'offer',
      'offerClaim',
      'referralBonus',
      'referralCriteria',
      'fortuneWheel',
      'dailySpin',
      'skillSpin',
      'newsletterSubscriber',
      'users',
      'admin',
      'permissionSet',
      'cryptoCoin',
      'manualDeposit',
      'cryptoDeposit',
      'cryptoWithdrawal',
      'manualWithdrawal',
      'platformWithdrawal',
      'paymentMethod',
      'platformAccount',
      'ticket',
    ],
    why: 'contract cases of rules that no definition tells',
  },
]
/** Words that are names of records, and mean something else here. */
const OTHER_MEANINGS: Readonly<Record<string, readonly string[]>> = {
  // A kind of rail.
  'tests/rail-contract/cli.ts': ['platform'],
  'src/resources/menu.ts': ['users'],
  'tests/money/rails.ts': ['platform'],
  'src/contract/constants.ts': ['admin'],
  'src/contract/socket.ts': ['admin'],
  'src/contract/entities/account.ts': ['store'],
  'machines/decision/decision.machine.ts': ['offer'],
  'machines/notification-sync/notification-sync.implementations.ts': ['store'],
}

/** Tables that the platform itself needs: who signs in, whose record something is, and which store it is in. */
const GROUND = new Set(['staff', 'users', 'stores'])

/** Text without comments: an example in a docstring may name a record. */
const codeOf = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
const fileOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** How code can name a record: in quotes, in SQL, by its own files, or as a key of a list. */
function namingOf({ name, base, subject }: RecordDefinition): RegExp {
  const { table } = SOURCES[name as RecordKey]
  const tables = GROUND.has(table) ? [] : [table]
  const page = PAGES.find(({ screen, subjects }) => screen === 'list' && subjects.includes(subject))
  const words = [name, base, subject, ...tables, ...(page ? [page.slug, page.route.slice(1), page.resource!] : [])]
  return new RegExp(
    [
      `['"\`]/?(?:${words.join('|')})(?:[/?][^'"\`]*)?['"\`]`,
      ...tables.map((one) => `\\b(?:from|join|into|update) ${one}\\b`),
      `from '[^']*/${SECTION}/${fileOf(name)}'`,
      `\\b(?:RECORDS|SOURCES|DEMO_ROWS|BEHAVIOURS|db\\.records)\\.${name}\\b`,
    ].join('|'),
  )
}

const shared = readSources()
  .filter(({ path }) => !OWN.test(path) && !EXAMPLES.test(path) && !(path in LISTS))
  .map(({ path, source }) => ({ path, code: codeOf(source) }))
const mayName = (path: string, name: string) =>
  OTHER_MEANINGS[path]?.includes(name) || ABOUT.some(({ files, names }) => names.includes(name) && files.test(path))

describe('code that records share', () => {
  it('is read in full', () => expect(shared.length).toBeGreaterThan(400))
  it.each(ALL_RECORDS.map((record) => [record.name, record] as const))('does not know %s', (name, record) => {
    const naming = namingOf(record)
    expect(
      shared.filter(({ path, code }) => !mayName(path, name) && naming.test(code)).map(({ path }) => path),
    ).toEqual([])
  })
  it.each([
    "if (record.name === 'cryptoCoin') return",
    "navigate('/crypto-coin')",
    'listPath(`/crypto-coin/new`)',
    "import { cryptoCoin } from '@contract/records/money/crypto-coin'",
    "can(access, 'read', 'CryptoCoins')",
    'on.query(`update crypto_coins set sort = 1`)',
    'const source = SOURCES.cryptoCoin',
    "loadResource('money/crypto-coin')",
  ])('is found out by %s', (code) => expect(namingOf(RECORDS.cryptoCoin).test(code)).toBe(true))
  it('each exception has its reason and is needed', () => {
    const sources = readSources().map(({ path, source }) => ({ path, code: codeOf(source) }))
    const unused = ABOUT.flatMap(({ files, names, why }) =>
      names
        .filter((name) => {
          const naming = namingOf(recordNamed(name))
          return !sources.some(({ path, code }) => files.test(path) && naming.test(code))
        })
        .map((name) => `${name}: ${why}`),
    )
    expect(unused).toEqual([])
    expect(Object.keys(LISTS).filter((path) => !sources.some((source) => source.path === path))).toEqual([])
    expect(Object.keys(OTHER_MEANINGS).filter((path) => !sources.some((source) => source.path === path))).toEqual([])
  })
})
