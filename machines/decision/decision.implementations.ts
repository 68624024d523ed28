/** The implementations of the decision machine over the record's claim, the activity of the shell, and the ports. */
import { fromCallback, type ActorRefFrom } from 'xstate'
import type { ApiPort } from '@ports/api'
import type { DraftKey, DraftsPort } from '@ports/drafts'
import type { ActivityLogic } from '../activity/activity.implementations'
import { activityCommands, selectRowActions, type ActivityRef } from '../activity/activity.view'
import type { claimMachine } from '../claim/claim.machine'
import { selectClaimView } from '../claim/claim.view'
import type { VersionedRow } from '../row-action/row-action.implementations'
import type { ActionRecord } from '../row-action/row-action.machine'
import { rowActionCommands, selectRowActionState, type RowActionRef } from '../row-action/row-action.view'
import { createStepUpImplementations } from '../step-up/step-up.implementations'
import {
  decisionMachine,
  type Decision,
  type DecisionEvent,
  type DecisionItem,
  type DecisionKind,
  type TypedValues,
} from './decision.machine'

export type ClaimRef = ActorRefFrom<typeof claimMachine>

/** The record to decide, and the names of its decisions. */
export interface DecidedRecord {
  /** Slug of the list that the record belongs to. */
  list: string
  id: string
  record: ActionRecord
  /** Names of the list's actions. */
  actions: Readonly<Partial<Record<DecisionKind, string>>>
  /** The item that a row represents for this person. */
  itemOf: (row: VersionedRow) => DecisionItem
  /** Username of the other person who has claimed the row; null if nobody else has. */
  holderOf: (row: VersionedRow) => string | null
  /** Null: typed values are not stored. */
  draftKey: DraftKey | null
}

export interface DecisionDependencies {
  api: Pick<ApiPort, 'call'>
  drafts: DraftsPort
  activity: Pick<ActivityLogic, 'onRow'> & { actor: ActivityRef }
  /** The claim of the record; null if the record is decided without one. */
  claim: ClaimRef | null
  /** Id of the signed-in person; null if nobody is signed in. */
  userId: () => string | null
}

type ClaimState = ReturnType<typeof selectClaimView>['state']
const HELD: ReadonlySet<ClaimState> = new Set(['held', 'renewing', 'atRisk', 'releasing'])

/**
 * @returns the event for the state of the claim; null for states that change nothing for the decision, for example
 * `asking`, the dialog before a take-over
 */
function heardOf(claim: ClaimRef): DecisionEvent | null {
  const { state, claim: read } = selectClaimView(claim.getSnapshot())
  const holder = read?.holder ?? ''
  if (HELD.has(state)) return { type: 'claim.held' }
  switch (state) {
    case 'free':
      return { type: 'claim.free' }
    case 'taken':
      return { type: 'claim.taken', holder }
    case 'lost':
      return { type: 'claim.lost', holder }
    case 'ended':
      return { type: 'claim.lost', holder: null }
    case 'failed':
      return { type: 'claim.failed' }
    default:
      return null
  }
}

/** The item after an action whose response contained no row. */
const GONE: DecisionItem = {
  version: 0,
  standing: { is: 'decided', what: '', by: null, at: null, isOwn: true },
}

/** @returns the machine with everything provided, ready to start; each item needs its own */
export function createDecisionImplementations(
  { api, drafts, activity, claim, userId }: DecisionDependencies,
  { list, id, record, actions, itemOf, holderOf, draftKey }: DecidedRecord,
) {
  const running = (): RowActionRef | undefined => selectRowActions(activity.actor.getSnapshot())[id]
  const kindOf = (action: string) =>
    (Object.keys(actions) as DecisionKind[]).find((kind) => actions[kind] === action) ?? null

  /**
   * @returns the decision that an earlier visit sent and whose outcome is not known yet, or is a refusal that was not
   * shown here; null if there is none
   */
  async function decisionOnItsWay(): Promise<Decision | null> {
    // The activity resumes the actions sent before a reload as soon as the list's actions are defined.
    await Promise.resolve()
    const action = running()?.getSnapshot()
    if (!action) return null
    const { payload, version, key, action: name } = action.context
    const kind = kindOf(name)
    return kind && { kind, payload, version, key }
  }

  return decisionMachine.provide({
    actors: {
      earlierFeed: fromCallback<DecisionEvent>(({ sendBack }) => {
        const report = async () => {
          const loading = draftKey && drafts.load(draftKey)
          const decision = await decisionOnItsWay()
          if (decision) sendBack({ type: 'earlier.sent', decision })
          const values = ((await loading)?.values ?? {}) as TypedValues
          sendBack(Object.keys(values).length > 0 ? { type: 'earlier.typed', values } : { type: 'earlier.none' })
        }
        report().catch(() => sendBack({ type: 'earlier.none' }))
      }),
      claimFeed: fromCallback<DecisionEvent>(({ sendBack }) => {
        if (!claim) return sendBack({ type: 'claim.held' })
        let last = ''
        const tell = () => {
          const heard = heardOf(claim)
          const text = JSON.stringify(heard)
          if (!heard || text === last) return
          last = text
          sendBack(heard)
        }
        tell()
        const heard = claim.subscribe(tell)
        return () => heard.unsubscribe()
      }),
      actionFeed: fromCallback<DecisionEvent, { decision: Decision }>(({ input: { decision }, sendBack }) => {
        let hasRow = false
        const read = (row: VersionedRow) => {
          hasRow = true
          sendBack({ type: 'item.read', item: itemOf(row) })
        }
        // The row of the answer arrives before the call is over.
        const stopRows = activity.onRow((of, changed) => {
          if (of === list && changed.id === id) read(changed)
        })
        if (running()?.getSnapshot().context.key !== decision.key)
          activityCommands((event) => activity.actor.send(event)).startRowAction({
            list,
            rowId: id,
            version: decision.version,
            action: actions[decision.kind]!,
            payload: decision.payload,
            key: decision.key,
            record,
          })
        const ref = running()!
        let last = ''
        const tell = () => {
          const snapshot = ref.getSnapshot()
          const leaf = selectRowActionState(snapshot)
          const state = leaf === 'waiting' ? 'checking' : leaf
          if (state === last) return
          last = state
          if (state === 'checking') sendBack({ type: 'action.unanswered' })
          if (state === 'unresolved') sendBack({ type: 'action.unresolved' })
          if (state === 'done' || state === 'left') {
            if (!hasRow) sendBack({ type: 'item.read', item: GONE })
            sendBack({ type: 'action.done' })
          }
          if (state !== 'refused') return
          const error = snapshot.context.error!
          const current = error.kind === 'conflict' ? (error.current as VersionedRow | null) : null
          // Of a refusal that arrived before this page listened, the row was not reported.
          if (current && !hasRow) read(current)
          sendBack({ type: 'action.refused', error, holder: current && holderOf(current) })
          // The decision shows the reason: the shell must not show it too.
          rowActionCommands((event) => ref.send(event)).dismiss()
        }
        tell()
        const heard = ref.subscribe(tell)
        return () => {
          heard.unsubscribe()
          stopRows()
        }
      }),
      stepUp: createStepUpImplementations({ api, userId }),
    },
    actions: {
      takeClaim: () => claim?.send({ type: 'claim.take' }),
      checkAction: () => running()?.send({ type: 'rowAction.check' }),
      storeDraft: ({ context }, { values }) => {
        if (!draftKey) return
        if (Object.keys(values).length === 0) void drafts.discard(draftKey)
        else void drafts.save(draftKey, { values, version: context.item.version })
      },
      dropDraft: () => void (draftKey && drafts.discard(draftKey)),
    },
  })
}
