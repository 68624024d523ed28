/** A server with one document that two people decide, ada in this console and grace in another, and ada's console. */
import { createActor } from 'xstate'
import { newKey } from '@contract/http/idempotency'
import { CLAIM_MINUTES } from '@contract/records/claims'
import { failed, ok, type ApiError, type Result } from '@contract/errors'
import type { ApiPort, CallOptions, Reply } from '@ports/api'
import { createActivityLogic } from '@machines/activity/activity.implementations'
import { createClaimImplementations } from '@machines/claim/claim.implementations'
import type { ClaimChange, ReadClaim } from '@machines/claim/claim.machine'
import { claimCommands } from '@machines/claim/claim.view'
import { createDecisionImplementations } from '@machines/decision/decision.implementations'
import { selectStepUpView, stepUpCommands } from '@machines/step-up/step-up.view'
import type { DecisionEmitted, DecisionItem, DecisionKind } from '@machines/decision/decision.machine'
import { decisionCommands, selectDecisionView, type DecisionRef } from '@machines/decision/decision.view'
import type { VersionedRow } from '@machines/row-action/row-action.implementations'
import { Calls, FakeDrafts, FakeLine, FakePending, FakeToasts } from './fake-ports'
import { UNREACHABLE } from './samples'

export type Person = 'ada' | 'grace'
export interface DocumentRow extends VersionedRow {
  outcome: 'PENDING' | 'RESUBMIT_REQUIRED' | 'VERIFIED' | 'REJECTED'
  decided_by: Person | null
  decided_at: string | null
  claimed_by: Person | null
  /** Milliseconds. */
  claim_until: number
}
export interface Asked {
  operation: string
  body: Readonly<Record<string, unknown>>
  key: string | undefined
  version: number | undefined
}
export type Answer = Result<Reply<unknown>>

export const PASSWORD = 'Pitboss#2026'
const OUTCOME = { askAgain: 'RESUBMIT_REQUIRED', approve: 'VERIFIED', reject: 'REJECTED', hold: 'PENDING' } as const
const WORD = { RESUBMIT_REQUIRED: 'Asked again', VERIFIED: 'Verified', REJECTED: 'Rejected', PENDING: 'Pending' }
const ACTIONS = { askAgain: 'askAgain', approve: 'verify', reject: 'reject' } as const
const KIND_OF: Readonly<Record<string, DecisionKind>> = { askAgain: 'askAgain', verify: 'approve', reject: 'reject' }
export const STEP_UP: ApiError = { kind: 'forbidden', message: 'Confirm that it is you.', stepUpRequired: true }
export const DOCUMENT_KEY = { userId: 'ada', form: 'documents.decision', record: 'doc-1' }

/** The server: who has claimed the document, and who has decided it. */
export class FakeDecisionServer {
  row: DocumentRow = {
    id: 'doc-1',
    version: 3,
    outcome: 'PENDING',
    decided_by: null,
    decided_at: null,
    claimed_by: null,
    claim_until: 0,
  }
  /** Decisions that took effect since the document was last reopened, in order. */
  made: { by: Person; kind: DecisionKind }[] = []
  /** Rejections need a step-up. */
  needsProof = false
  /** A step-up needs this code too; whether it does cannot be read. */
  code: string | null = null
  private readonly stored = new Map<string, Answer>()
  private desks = 0
  /** Returns a different key for each console. */
  newKey = () => `key-${(this.desks += 1)}`

  private isClaimed = () => this.row.claimed_by !== null && this.row.claim_until > Date.now()
  holder = (): Person | null => (this.isClaimed() ? this.row.claimed_by : null)
  private conflict = (message: string): Answer => failed({ kind: 'conflict', message, current: { ...this.row } })
  private answer = (): Answer => ok({ data: { ...this.row } })

  claim(by: Person, note?: string): Answer {
    const holder = this.holder()
    if (holder !== null && holder !== by && !note) return this.conflict(`${holder} has claimed this document.`)
    this.row = { ...this.row, claimed_by: by, claim_until: Date.now() + CLAIM_MINUTES * 60_000 }
    return this.answer()
  }
  release(by: Person): Answer {
    if (this.holder() !== null && this.holder() !== by) return this.conflict(`${this.holder()} has claimed it.`)
    this.row = { ...this.row, claimed_by: null, claim_until: 0 }
    return this.answer()
  }
  decide(by: Person, kind: DecisionKind, { version, body, key }: Pick<Asked, 'version' | 'body' | 'key'>): Answer {
    const before = key === undefined ? undefined : this.stored.get(key)
    if (before) return before
    if (this.holder() !== by) return this.conflict('Your claim of this document has ended.')
    if (version !== this.row.version || this.row.outcome !== 'PENDING') return this.conflict('Decided already.')
    if (this.needsProof && kind === 'reject') return failed(STEP_UP)
    if (kind !== 'approve' && (body.reason_codes as unknown[]).length === 0)
      return failed({ kind: 'rejected', message: 'Check it.', fields: { reason_codes: ['Choose at least one'] } })
    this.made.push({ by, kind })
    this.row = {
      ...this.row,
      version: this.row.version + 1,
      outcome: OUTCOME[kind],
      decided_by: by,
      decided_at: new Date().toISOString(),
      claimed_by: null,
      claim_until: 0,
    }
    if (key !== undefined) this.stored.set(key, this.answer())
    return this.answer()
  }
  /** Somebody reopens the document. */
  reopen(): void {
    this.made = []
    const { id, version } = this.row
    const nobody = { decided_by: null, decided_at: null, claimed_by: null, claim_until: 0 }
    this.row = { id, version: version + 1, outcome: 'PENDING', ...nobody }
  }
  /** Performs a call of ada's. */
  serve({ operation, body, key, version }: Asked): Answer {
    if (operation === 'claim') return this.claim('ada', body.note as string | undefined)
    if (operation === 'release') return this.release('ada')
    if (operation === 'twoFactor.status') return this.code === null ? ok({ data: false }) : failed(UNREACHABLE)
    if (operation === 'twoFactor.stepUp') {
      if (body.password !== PASSWORD)
        return failed({ kind: 'rejected', message: '', fields: { password: ['Wrong password'] } })
      if (this.code !== null && body.twoFAToken !== this.code)
        return failed({ kind: 'rejected', message: '', fields: { twoFAToken: ['Required!'] } })
      this.needsProof = false
      return ok({ data: { expires_at: new Date(Date.now() + 300_000).toISOString() } })
    }
    return this.decide('ada', KIND_OF[operation]!, { body, key, version })
  }
}

const itemOf = (row: VersionedRow): DecisionItem => {
  const { version, outcome, decided_by: by, decided_at: at } = row as DocumentRow
  if (outcome === 'PENDING') return { version, standing: { is: 'open' } }
  return { version, standing: { is: 'decided', what: WORD[outcome], by, at, isOwn: by === 'ada' } }
}
const readClaim = ({ claimed_by: by, claim_until: until }: DocumentRow): ReadClaim | null =>
  by !== null && until > Date.now() ? { holder: by, until: new Date(until).toISOString(), isOwn: by === 'ada' } : null

/** Ada's console with the document open. The test must fake `Date`, timeouts and intervals. */
export class DecisionConsole {
  readonly calls = new Calls<Asked, Answer>()
  readonly toasts = new FakeToasts()
  readonly line = new FakeLine()
  readonly emitted: DecisionEmitted[] = []
  readonly logic
  readonly activity
  readonly claimActor
  readonly actor
  readonly server: FakeDecisionServer
  readonly drafts: FakeDrafts
  private activityHeard = () => {}

  /** @param isResumed ada had begun to decide before this page was loaded */
  constructor(server: FakeDecisionServer, drafts = new FakeDrafts(), pending = new FakePending(), isResumed = false) {
    this.server = server
    this.drafts = drafts
    const call = ({ id }: { id: string }, input: { body?: object }, options: CallOptions = {}) =>
      this.calls.call(
        {
          operation: id,
          body: (input.body ?? {}) as Asked['body'],
          key: options.idempotencyKey,
          version: options.ifMatch as number | undefined,
        },
        options.signal,
      )
    const api = { call } as unknown as ApiPort
    this.logic = createActivityLogic({
      api,
      toasts: this.toasts,
      unload: { guard: () => () => undefined },
      pending,
      onLineBack: this.line.listen,
      signOut: () => undefined,
      loadBulkActions: () => Promise.reject(new Error('No bulk action is started')),
    })
    const operation = (id: string) => ({ id }) as never
    const words = { success: () => 'Done.', gerund: () => 'Deciding', participle: () => 'decided' }
    this.logic.define({
      list: 'documents',
      subject: 'UserDocVerification',
      route: '/documents',
      selectionPath: () => '/documents',
      noun: { one: 'document', many: 'documents' },
      actions: Object.fromEntries(
        Object.values(ACTIONS).map((name) => [
          name,
          { operation: operation(name), claim: operation('claim'), ...words },
        ]),
      ),
    })
    this.activity = createActor(this.logic.machine).start()
    this.logic.resume('documents', this.activity)
    const change = async (ask: ClaimChange, idempotencyKey: string, signal: AbortSignal) => {
      const body = ask.kind === 'claim' && ask.note ? { note: ask.note } : {}
      const answer = (await api.call(operation(ask.kind), { body } as never, { signal, idempotencyKey })) as Answer
      if (answer.ok) return ok(readClaim(answer.value.data as DocumentRow))
      if (answer.error.kind === 'conflict') this.tell()
      return answer
    }
    this.claimActor = createActor(
      createClaimImplementations({
        change,
        newKey,
        clock: { now: () => Date.now() },
        onActivity: (listener) => ((this.activityHeard = listener), () => undefined),
        onLineBack: this.line.listen,
      }),
      { input: { claim: readClaim(server.row) } },
    ).start()
    this.actor = createActor(
      createDecisionImplementations(
        {
          api,
          drafts: this.drafts,
          activity: { ...this.logic, actor: this.activity },
          claim: this.claimActor,
          userId: () => 'ada',
        },
        {
          list: 'documents',
          id: 'doc-1',
          record: { name: 'D-1', href: '/documents/doc-1' },
          actions: ACTIONS,
          itemOf,
          holderOf: (row) => {
            const claim = readClaim(row as DocumentRow)
            return claim && !claim.isOwn ? claim.holder : null
          },
          draftKey: DOCUMENT_KEY,
        },
      ),
      {
        input: {
          item: itemOf(server.row),
          offers: ['askAgain', 'approve', 'reject'],
          key: server.newKey(),
          isResumed,
        },
      },
    )
    this.actor.on('*', (event) => this.emitted.push(event))
    this.actor.start()
  }

  /** Drops events after the machine has ended: the document is decided. */
  private send: DecisionRef['send'] = (event) => {
    if (this.actor.getSnapshot().status === 'active') this.actor.send(event)
  }
  readonly commands = decisionCommands((event) => this.send(event))
  readonly claimCommands = claimCommands((event) => this.claimActor.send(event))
  view = () => selectDecisionView(this.actor.getSnapshot())
  private stepUp = () => this.actor.getSnapshot().children.stepUp
  readonly stepUpCommands = stepUpCommands((event) => this.stepUp()?.send(event))
  /** The form of the step-up; undefined unless one is asked for. */
  proof() {
    const stepUp = this.stepUp()
    return stepUp && selectStepUpView(stepUp.getSnapshot())
  }
  state = () => this.view().state
  asked = () => this.calls.inFlight.map(({ input }) => input.operation)
  /** The socket reports that the row has changed, and the page reads it. */
  tell(): void {
    this.send({ type: 'item.read', item: itemOf(this.server.row) })
    this.claimActor.send({ type: 'claim.read', claim: readClaim(this.server.row) })
  }
  /** The person types or clicks: the claim is renewed. */
  act = () => this.activityHeard()
  /** The server responds to the oldest call. */
  answer = () => this.calls.answerNext((asked) => this.server.serve(asked))
  /** The server performs the oldest call, and its response is lost. */
  loseAnswer = () =>
    this.calls.answerNext((asked) => {
      this.server.serve(asked)
      return failed(UNREACHABLE)
    })
  /** The oldest call never reaches the server. */
  loseCall = () => this.calls.answerNext(() => failed(UNREACHABLE))
  stop(): void {
    for (const actor of [this.actor, this.claimActor, this.activity]) actor.stop()
  }
}
