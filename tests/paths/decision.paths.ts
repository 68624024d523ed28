import type { ApiError } from '@contract/errors'
import {
  decisionMachine,
  type Decision,
  type DecisionInput,
  type DecisionItem,
  type Refusal,
} from '@machines/decision/decision.machine'
import type { StepUpOutcome } from '@machines/step-up/step-up.machine'
import { describePaths } from './kit/describe'
import { CONFLICT } from './kit/samples'

export const open: DecisionItem = { version: 7, standing: { is: 'open' } }
type Closed = Exclude<DecisionItem['standing'], { is: 'open' }>
const closed = (standing: Partial<Closed>): DecisionItem => ({
  version: 8,
  standing: { is: 'decided', what: 'Verified', by: 'grace', at: '2026-01-15T12:00:00.000Z', isOwn: false, ...standing },
})
/** Items that somebody has decided, by person and decision. */
export const items = {
  byAnother: closed({}),
  own: closed({ by: 'ada', isOwn: true }),
  ownFirst: closed({ is: 'awaitingSecond', what: 'Approved once', by: 'ada', isOwn: true }),
  ownHold: closed({ is: 'onHold', what: 'On hold', by: 'ada', isOwn: true }),
} as const

/** A document: the person can ask again, approve and reject. */
export const document: DecisionInput = {
  item: open,
  offers: ['askAgain', 'approve', 'reject'],
  key: 'key',
  isResumed: false,
}
/** A payout, which needs two people: each can approve, reject and put it on hold. */
export const payout: DecisionInput = { item: open, offers: ['approve', 'reject', 'hold'], key: 'key', isResumed: false }
/** Starts with the hold prepared. */
export const held: DecisionInput = { item: open, offers: ['hold'], key: 'key', isResumed: false }
/** Starts with the rejection prepared. */
export const rejected: DecisionInput = { item: open, offers: ['reject'], key: 'key', isResumed: false }

export const typed = { reason_codes: 'BLURRED' } as const
export const payload = { reason_codes: ['BLURRED'] } as const
export const earlier: Decision = { kind: 'reject', payload, version: 7, key: 'before.0' }

export const STEP_UP: ApiError = { kind: 'forbidden', message: 'Confirm that it is you.', stepUpRequired: true }
export const WRONG: ApiError = {
  kind: 'rejected',
  message: 'Check the marked fields.',
  fields: { reason_codes: ['Choose at least one'] },
}
const refused = (refusal: Partial<Refusal> & Pick<Refusal, 'error'>) =>
  ({ type: 'action.refused', holder: null, ...refusal }) as const

export const paths = describePaths({
  machine: decisionMachine,
  starts: {
    'a document is opened': document,
    'a payout is opened': payout,
    'an item that can only be put on hold is opened': held,
    'an item that can only be rejected is opened': rejected,
    'a decided item is opened': { ...document, item: items.byAnother },
    'an item that the person approved first is opened': { ...payout, item: items.ownFirst },
    'an item on hold is opened': { ...payout, item: items.ownHold },
    'a document is reloaded': { ...document, isResumed: true },
    'a document is reloaded, and somebody else has decided it': { ...document, item: items.byAnother, isResumed: true },
  },
  events: {
    'decision.open': { type: 'decision.open' },
    'decision.typed': { type: 'decision.typed', values: typed },
    'decision.askAgain': { type: 'decision.askAgain' },
    'decision.approve': { type: 'decision.approve' },
    'decision.reject': { type: 'decision.reject' },
    'decision.hold': { type: 'decision.hold' },
    'decision.submit': { type: 'decision.submit', payload, costs: false },
    'decision.submit, needs confirmation': { type: 'decision.submit', payload, costs: true },
    'decision.confirm': { type: 'decision.confirm' },
    'decision.cancel': { type: 'decision.cancel' },
    'decision.check': { type: 'decision.check' },
    'earlier.sent': { type: 'earlier.sent', decision: earlier },
    'earlier.none': { type: 'earlier.none' },
    'earlier.typed': { type: 'earlier.typed', values: typed },
    'item.read, still open': { type: 'item.read', item: { ...open, version: 8 } },
    'item.read, decided by another': { type: 'item.read', item: items.byAnother },
    'item.read, decided by the person elsewhere': { type: 'item.read', item: items.own },
    'item.read, approved first by the person elsewhere': { type: 'item.read', item: items.ownFirst },
    'item.read, put on hold by the person elsewhere': { type: 'item.read', item: items.ownHold },
    'claim.held': { type: 'claim.held' },
    'claim.free': { type: 'claim.free' },
    'claim.taken': { type: 'claim.taken', holder: 'grace' },
    'claim.lost, taken over': { type: 'claim.lost', holder: 'grace' },
    'claim.lost, expired': { type: 'claim.lost', holder: null },
    'claim.failed': { type: 'claim.failed' },
    'action.unanswered': { type: 'action.unanswered' },
    'action.unresolved': { type: 'action.unresolved' },
    'action.refused: it was changed meanwhile': refused({ error: CONFLICT }),
    'action.refused: somebody else has claimed it': refused({ error: CONFLICT, holder: 'grace' }),
    'action.refused: a field is invalid': refused({ error: WRONG }),
    'action.refused: step-up required': refused({ error: STEP_UP }),
    'action.done': { type: 'action.done' },
  },
  answers: {
    stepUp: {
      'it is proven': { isProven: true, until: '2026-01-15T12:05:00.000Z' },
      'it is cancelled': { isProven: false, until: null },
    } satisfies Record<string, StepUpOutcome>,
  },
  // `prepared` determines the state that Cancel returns to.
  situation: ({ offers, prepared, decision, values, item }, snapshot) => [
    offers.join(),
    prepared,
    snapshot.matches({ deciding: 'opening' }) && Object.keys(values).length > 0,
    snapshot.matches({ deciding: 'sending' }) && item.standing.is,
    (snapshot.matches({ deciding: 'recalling' }) || snapshot.matches({ deciding: 'sending' })) &&
      decision?.key === earlier.key,
  ],
})
