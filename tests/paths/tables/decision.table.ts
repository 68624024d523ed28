/**
 * What a decision must do (statecharts, decision; ledger, Approvals): send the prepared decision once, under a claim;
 * show who decided first; never lose typed values; confirm what cannot be undone; do a step-up when the server asks.
 */
import type { DecisionContext } from '@machines/decision/decision.machine'
import { CONFLICT } from '../kit/samples'
import { describeTable } from '../kit/table'
import { document, earlier, held, items, open, paths, payload, payout, rejected, typed, WRONG } from '../decision.paths'

type Kind = DecisionContext['prepared']

const WAITING = ['claiming', 'taken', 'unclaimed'] as const
const PREPARED = ['askingAgain', 'approving', 'rejecting', 'holding'] as const
const CLAIMED = [...PREPARED, 'confirming', 'refused'] as const
const LOST = ['takenOver', 'ended'] as const
const SENDING = ['submitting', 'checking', 'unresolved'] as const
const PROVING = ['steppingUp'] as const

const [STILL_OPEN, BY_ANOTHER, OWN, OWN_FIRST, OWN_HOLD] = [
  'item.read, still open',
  'item.read, decided by another',
  'item.read, decided by the person elsewhere',
  'item.read, approved first by the person elsewhere',
  'item.read, put on hold by the person elsewhere',
] as const
const newer = { ...open, version: 8 }
const REFUSALS = [
  'action.refused: somebody else has claimed it',
  'action.refused: it was changed meanwhile',
  'action.refused: a field is invalid',
  'action.refused: step-up required',
] as const

const begun = (input: typeof document) => ({
  ...input,
  prepared: input.offers[0] as Kind,
  values: {},
  decision: null,
  attempts: 0,
  holder: null,
  error: null,
})

/** The submitted decision: the prepared one, with its own key. */
const submitted = ({ prepared, key, attempts, item }: DecisionContext) => ({
  decision: { kind: prepared, payload, version: item.version, key: `${key}.${attempts}` },
  attempts: attempts + 1,
  error: null,
})
const sent = ({ decision }: DecisionContext) => [['actionFeed', { decision: decision! }]] as const
const made = ({ decision }: DecisionContext) =>
  ['dropDraft', ['emit', { type: 'decision.made', kind: decision!.kind }]] as const
const restored = [
  ['storeDraft', { values: typed }],
  ['emit', { type: 'values.restored', values: typed }],
] as const
const MISSED = ['emit', { type: 'decision.missed' }] as const
const refusedFor = (fields: Readonly<Record<string, string[]>>) =>
  [['emit', { type: 'decision.refused', fields }], 'claimFeed'] as const

/** Transitions back to the prepared decision need a row for each kind. */
const CASE_OF = {
  askAgain: 'asking again is prepared',
  approve: 'the approval is prepared',
  reject: 'the rejection is prepared',
  hold: 'the hold is prepared',
} as const
const STATE_OF = { askAgain: 'askingAgain', approve: 'approving', reject: 'rejecting', hold: 'holding' } as const
const KINDS = ['askAgain', 'approve', 'reject', 'hold'] as const

/** A document and a payout offer different decisions: none offers both asking again and a hold. */
const OFFERED_IN = {
  askAgain: ['askingAgain', 'approving', 'rejecting', 'refused'],
  approve: [...PREPARED, 'refused'],
  reject: [...PREPARED, 'refused'],
  hold: ['approving', 'rejecting', 'holding', 'refused'],
} as const
const NOT_OFFERED_IN = {
  askAgain: ['approving', 'rejecting', 'holding', 'refused'],
  approve: ['rejecting', 'holding', 'refused'],
  reject: ['rejecting', 'holding', 'refused'],
  hold: ['askingAgain', 'approving', 'rejecting', 'refused'],
} as const

export const table = describeTable(paths, {
  starts: {
    'a document is opened': { states: ['idle'], context: begun(document) },
    'a payout is opened': { states: ['idle'], context: begun(payout) },
    'an item that can only be put on hold is opened': { states: ['idle'], context: begun(held) },
    'an item that can only be rejected is opened': { states: ['idle'], context: begun(rejected) },
    'a decided item is opened': {
      states: ['decided'],
      context: begun({ ...document, item: items.byAnother }),
    },
    'an item that the person approved first is opened': {
      states: ['awaitingSecond'],
      context: begun({ ...payout, item: items.ownFirst }),
    },
    'an item on hold is opened': { states: ['onHold'], context: begun({ ...payout, item: items.ownHold }) },
    'a document is reloaded': {
      states: ['opening'],
      context: begun({ ...document, isResumed: true }),
      calls: ['earlierFeed'],
    },
    'a document is reloaded, and somebody else has decided it': {
      states: ['recalling'],
      context: begun({ ...document, item: items.byAnother, isResumed: true }),
      calls: ['earlierFeed'],
    },
  },
  cases: {
    'asking again is prepared': ({ prepared }) => prepared === 'askAgain',
    'the approval is prepared': ({ prepared }) => prepared === 'approve',
    'the rejection is prepared': ({ prepared }) => prepared === 'reject',
    'the hold is prepared': ({ prepared }) => prepared === 'hold',
    'it is offered: ask again': ({ offers }) => offers.includes('askAgain'),
    'it is not offered: ask again': ({ offers }) => !offers.includes('askAgain'),
    'it is offered: approve': ({ offers }) => offers.includes('approve'),
    'it is not offered: approve': ({ offers }) => !offers.includes('approve'),
    'it is offered: reject': ({ offers }) => offers.includes('reject'),
    'it is not offered: reject': ({ offers }) => !offers.includes('reject'),
    'it is offered: hold': ({ offers }) => offers.includes('hold'),
    'it is not offered: hold': ({ offers }) => !offers.includes('hold'),
    'nothing was typed': ({ values }) => Object.keys(values).length === 0,
    'something was typed': ({ values }) => Object.keys(values).length > 0,
    'no decision was sent': ({ decision }) => decision === null,
    'an earlier visit sent it': ({ decision, attempts }) => decision !== null && attempts === 0,
    'the item is open': ({ item }) => item.standing.is === 'open',
    'the item is decided': ({ item }) => item.standing.is !== 'open',
    'a second person must decide': ({ item }) => item.standing.is === 'awaitingSecond',
    'the item is on hold': ({ item }) => item.standing.is === 'onHold',
    'no second person must decide': ({ item }) => !['awaitingSecond', 'onHold'].includes(item.standing.is),
  },
  rows: [
    /* The item opens: the device is searched for earlier values and decisions first, then the item is claimed. */
    { in: 'idle', on: 'decision.open', to: 'opening', calls: ['earlierFeed'] },
    { in: 'idle', on: STILL_OPEN, sets: { item: newer } },
    { in: ['idle', 'opening'], on: [BY_ANOTHER], to: 'decided', sets: { item: items.byAnother } },
    { in: ['idle', 'opening'], on: [OWN], to: 'decided', sets: { item: items.own } },
    { in: ['idle', 'opening'], on: OWN_FIRST, to: 'awaitingSecond', sets: { item: items.ownFirst } },
    { in: ['idle', 'opening'], on: OWN_HOLD, to: 'onHold', sets: { item: items.ownHold } },
    { in: 'opening', on: STILL_OPEN, sets: { item: newer } },
    {
      in: 'opening',
      on: 'decision.typed',
      sets: { values: typed },
      calls: [['storeDraft', { values: typed }]],
    },
    {
      in: 'opening',
      on: ['earlier.none', 'lookUpPatience is over'],
      to: 'claiming',
      calls: ['claimFeed', 'takeClaim'],
    },
    {
      in: 'opening',
      on: 'earlier.typed',
      when: 'nothing was typed',
      to: 'claiming',
      sets: { values: typed },
      calls: [...restored, 'claimFeed', 'takeClaim'],
    },
    // The values typed now are newer.
    {
      in: 'opening',
      on: 'earlier.typed',
      when: 'something was typed',
      to: 'claiming',
      calls: [['storeDraft', { values: typed }], 'claimFeed', 'takeClaim'],
    },
    { in: 'opening', on: 'earlier.sent', to: 'recalling', sets: { decision: earlier, prepared: earlier.kind } },
    // A slow device reports them when the person has begun.
    {
      in: [...WAITING, ...CLAIMED, ...LOST, ...SENDING, ...PROVING],
      on: 'earlier.typed',
      when: 'nothing was typed',
      sets: { values: typed },
      calls: restored,
    },
    {
      in: 'rejecting',
      on: 'earlier.typed',
      when: 'something was typed',
      calls: [['storeDraft', { values: typed }]],
    },
    {
      in: [...WAITING, ...CLAIMED.filter((state) => state !== 'rejecting'), ...LOST, ...SENDING, ...PROVING],
      on: 'earlier.typed',
      when: 'something was typed',
      onlyWalks: true,
      calls: [['storeDraft', { values: typed }]],
    },

    /* Somebody else decided during the reload: what was typed or sent before is shown with it. */
    { in: 'recalling', on: 'earlier.sent', sets: { decision: earlier, prepared: earlier.kind } },
    {
      in: 'recalling',
      on: ['earlier.none', 'recallPatience is over'],
      when: 'no decision was sent',
      to: 'overtaken',
    },
    { in: 'recalling', on: 'earlier.typed', when: 'no decision was sent', to: 'overtaken', sets: { values: typed } },
    {
      in: 'recalling',
      on: ['earlier.none', 'recallPatience is over'],
      when: 'an earlier visit sent it',
      to: 'submitting',
      calls: sent,
    },
    {
      in: 'recalling',
      on: 'earlier.typed',
      when: 'an earlier visit sent it',
      to: 'submitting',
      sets: { values: typed },
      calls: sent,
    },
    { in: 'recalling', on: STILL_OPEN, sets: { item: newer } },
    { in: 'recalling', on: BY_ANOTHER, sets: { item: items.byAnother } },
    { in: 'recalling', on: OWN, sets: { item: items.own } },
    { in: 'recalling', on: OWN_FIRST, sets: { item: items.ownFirst } },
    { in: 'recalling', on: OWN_HOLD, sets: { item: items.ownHold } },

    /* Nothing can be decided without a claim. */
    {
      in: ['claiming', 'unclaimed'],
      on: 'claim.taken',
      to: 'taken',
      sets: { holder: 'grace' },
      calls: [MISSED],
    },
    { in: 'taken', on: 'claim.taken', sets: { holder: 'grace' } },
    { in: 'taken', on: 'claim.free', to: 'claiming', calls: ['takeClaim'] },
    { in: WAITING, on: 'claim.failed', to: 'unclaimed' },
    { in: ['unclaimed', 'ended'], on: 'decision.open', to: 'claiming', calls: ['takeClaim'] },
    ...KINDS.map(
      (kind) =>
        ({
          in: [...WAITING, ...LOST],
          on: 'claim.held',
          when: CASE_OF[kind],
          to: STATE_OF[kind],
          sets: { error: null },
        }) as const,
    ),

    /* Typed values are stored with each change, whoever has the claim. */
    {
      in: [...WAITING, ...PREPARED, 'confirming', ...LOST],
      on: 'decision.typed',
      sets: { values: typed },
      calls: [['storeDraft', { values: typed }]],
    },
    ...KINDS.map(
      (kind) =>
        ({
          in: 'refused',
          on: 'decision.typed',
          when: CASE_OF[kind],
          to: STATE_OF[kind],
          sets: { values: typed, error: null },
          calls: [['storeDraft', { values: typed }]],
        }) as const,
    ),

    /* Somebody else decided first: this is shown, and nothing is sent. */
    { in: WAITING, on: BY_ANOTHER, to: 'overtaken', sets: { item: items.byAnother }, calls: [MISSED] },
    { in: [...CLAIMED, ...LOST], on: BY_ANOTHER, to: 'overtaken', sets: { item: items.byAnother } },
    { in: [...WAITING, ...CLAIMED, ...LOST], on: OWN, to: 'decided', sets: { item: items.own } },
    { in: [...WAITING, ...CLAIMED, ...LOST], on: OWN_FIRST, to: 'awaitingSecond', sets: { item: items.ownFirst } },
    { in: [...WAITING, ...CLAIMED, ...LOST], on: OWN_HOLD, to: 'onHold', sets: { item: items.ownHold } },
    { in: [...WAITING, ...CLAIMED, ...LOST], on: STILL_OPEN, sets: { item: newer } },

    /* The claim is released or taken over, or expires. */
    { in: [...CLAIMED, 'takenOver'], on: 'claim.free', to: 'ended', sets: { holder: null } },
    { in: [...CLAIMED, ...LOST], on: 'claim.lost, taken over', to: 'takenOver', sets: { holder: 'grace' } },
    { in: [...CLAIMED, ...LOST], on: 'claim.lost, expired', to: 'ended', sets: { holder: null } },
    { in: LOST, on: 'claim.taken', to: 'takenOver', sets: { holder: 'grace' } },
    { in: 'takenOver', on: 'claim.failed', to: 'unclaimed' },

    /* Only what the item offers can be prepared. */
    ...(['askAgain', 'approve', 'reject', 'hold'] as const).flatMap((kind) => {
      const words = kind === 'askAgain' ? ('ask again' as const) : kind
      return [
        {
          in: OFFERED_IN[kind],
          on: `decision.${kind}`,
          when: `it is offered: ${words}`,
          to: STATE_OF[kind],
          sets: { prepared: kind, error: null },
        },
        { in: NOT_OFFERED_IN[kind], on: `decision.${kind}`, when: `it is not offered: ${words}` },
        // Also before the claim is granted: keys pressed early take effect.
        {
          in: ['opening', 'claiming'],
          on: `decision.${kind}`,
          when: `it is offered: ${words}`,
          sets: { prepared: kind },
        },
        { in: ['opening', 'claiming'], on: `decision.${kind}`, when: `it is not offered: ${words}` },
      ] as const
    }),

    /* A decision that cannot be undone is confirmed; others are sent at once. Each has its own key. */
    { in: [...PREPARED, 'refused'], on: 'decision.submit', to: 'submitting', sets: submitted, calls: sent },
    { in: [...PREPARED, 'refused'], on: 'decision.submit, needs confirmation', to: 'confirming', sets: submitted },
    { in: 'confirming', on: 'decision.confirm', to: 'submitting', calls: sent },
    ...KINDS.map(
      (kind) => ({ in: 'confirming', on: 'decision.cancel', when: CASE_OF[kind], to: STATE_OF[kind] }) as const,
    ),

    /* While the call is in flight only its answer ends the decision; the item that it contains is read before. */
    { in: SENDING, on: STILL_OPEN, sets: { item: newer } },
    { in: SENDING, on: BY_ANOTHER, sets: { item: items.byAnother } },
    { in: SENDING, on: OWN, sets: { item: items.own } },
    { in: SENDING, on: OWN_FIRST, sets: { item: items.ownFirst } },
    { in: SENDING, on: OWN_HOLD, sets: { item: items.ownHold } },
    { in: 'submitting', on: 'action.unanswered', to: 'checking' },
    { in: ['submitting', 'checking'], on: 'action.unresolved', to: 'unresolved' },
    { in: 'unresolved', on: 'action.unanswered', to: 'checking' },
    { in: 'unresolved', on: 'decision.check', calls: ['checkAction'] },
    { in: SENDING, on: 'action.done', when: 'a second person must decide', to: 'awaitingSecond', calls: made },
    { in: SENDING, on: 'action.done', when: 'the item is on hold', to: 'onHold', calls: made },
    { in: SENDING, on: 'action.done', when: 'no second person must decide', to: 'decided', calls: made },

    /* A refusal: a colleague decided first or has the claim, the item was changed, or a field is invalid. */
    { in: SENDING, on: REFUSALS, when: 'the item is decided', to: 'overtaken' },
    {
      in: SENDING,
      on: 'action.refused: somebody else has claimed it',
      when: 'the item is open',
      to: 'takenOver',
      sets: { holder: 'grace' },
      calls: ['claimFeed'],
    },
    {
      in: SENDING,
      on: 'action.refused: it was changed meanwhile',
      when: 'the item is open',
      to: 'refused',
      sets: { error: CONFLICT },
      calls: refusedFor({}),
    },
    {
      in: SENDING,
      on: 'action.refused: a field is invalid',
      when: 'the item is open',
      to: 'refused',
      sets: { error: WRONG },
      calls: refusedFor({ reason_codes: ['Choose at least one'] }),
    },

    /* The server asks for a step-up; then the same decision is sent again, in the version that the person saw. */
    {
      in: SENDING,
      on: 'action.refused: step-up required',
      when: 'the item is open',
      to: 'steppingUp',
      calls: ({ decision }) => [['stepUp', { needsCode: null, key: `${decision!.key}.proof` }]],
    },
    { in: PROVING, on: BY_ANOTHER, to: 'overtaken', sets: { item: items.byAnother } },
    { in: PROVING, on: OWN, to: 'decided', sets: { item: items.own } },
    { in: PROVING, on: OWN_FIRST, to: 'awaitingSecond', sets: { item: items.ownFirst } },
    { in: PROVING, on: OWN_HOLD, to: 'onHold', sets: { item: items.ownHold } },
    { in: PROVING, on: STILL_OPEN, sets: { item: newer } },
    { in: 'steppingUp', on: 'stepUp answers: it is proven', to: 'submitting', calls: sent },
    ...KINDS.map(
      (kind) =>
        ({
          in: 'steppingUp',
          on: 'stepUp answers: it is cancelled',
          when: CASE_OF[kind],
          to: STATE_OF[kind],
          sets: { error: null },
          calls: ['claimFeed'],
        }) as const,
    ),
  ],
})
