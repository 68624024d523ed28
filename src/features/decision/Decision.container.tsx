/** One decision on a record: its claim, its machine and its keys. Rendered only for people who may decide. */
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { shallowEqual, useActorRef, useSelector } from '@xstate/react'
import { flushSync } from 'react-dom'
import { createDecisionImplementations } from '@machines/decision/decision.implementations'
import { decisionCommands, selectDecisionView } from '@machines/decision/decision.view'
import { unresolvedText, type VersionedRow } from '@machines/row-action/row-action.implementations'
import { selectStepUpView, stepUpCommands } from '@machines/step-up/step-up.view'
import { todayHere } from '@design-system/components/DayInput/DayInput'
import { isSingleKey } from '@design-system/primitives/Kbd/single-keys'
import { applies } from '@contract/records/dependents'
import type { DecisionKind } from '@contract/records/queue'
import { newKey } from '@contract/http/idempotency'
import { useConsole } from '@console/console'
import { askedFields, reliedOn } from '@resources/asked-fields'
import type { CallAction, FormField, Row } from '@resources/resource'
import { WORKING } from '../shared/money-button'
import { claimOf, useClaim } from '../shared/claim/claimed.container'
import { faultsOf, isChosen, payloadOf, toggled } from './decision-form'
import type {
  CostQuestion,
  Decided,
  DecisionEffect,
  DecisionChoice,
  DecisionPlan,
  Typed,
} from '../shared/decision-plan'
import { DecisionPanel, inputId, NEXT_KEY, type DecisionPanelView } from './DecisionPanel'

export interface DecisionProps {
  /** The list of the record. */
  resource: Decided
  row: Row
  /** The record's name in messages, and its address. */
  record: { name: string; href: string }
  plan: DecisionPlan
  /** The decision that is prepared when the record opens. Default: the plan's first. */
  prepared?: DecisionKind | undefined
  /** Claims the record at once, as for the next one of a queue; false for a record opened by a link. */
  begins: boolean
  /** Actions with which whoever has claimed the record corrects it before the decision. */
  edits?: ReactNode
  /** The record may have changed, and must be read again. */
  onOutdated: () => void
  /** The person's decision is made. */
  onMade: () => void
  /** Somebody else had claimed or decided the record before the person could begin. */
  onMissed: () => void
  /** Opens the next record; null if there is none. */
  next: { label: string; onNext: () => void } | null
}

const sameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** Overlays, which handle their keys themselves. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'

/** States in which keys prepare a decision, including those before the claim is granted. */
const TAKES_KEYS: ReadonlySet<DecisionPanelView['state']> = new Set(['opening', 'claiming', 'reviewing', 'refused'])
/** States in which nothing can be decided, and the key of the next record opens it. */
const LEADS_ON: ReadonlySet<DecisionPanelView['state']> = new Set([
  'taken',
  'takenOver',
  'decided',
  'awaitingSecond',
  'onHold',
  'overtaken',
])

/** Nothing is focused, or only the content of the page, which receives the focus after a navigation. */
const isFree = (focused: EventTarget | null) =>
  focused === document.body || (focused instanceof Element && focused.id === 'content')

const actionOf = ({ actions }: Decided, { action }: DecisionChoice) =>
  actions.find((each): each is CallAction<Row> => each.kind === 'call' && each.key === action)!

/** The decisions that the state of a record allows; all where it allows none, because it is decided. */
function allowedIn(resource: Decided, { choices }: DecisionPlan, row: Row): readonly DecisionChoice[] {
  const allowed = choices.filter((each) => actionOf(resource, each).visibleWhen?.(row) ?? true)
  return allowed.length > 0 ? allowed : choices
}

/** Runs the machine of the decision on one record. */
function useDecisionMachine({ resource, row, record, plan, prepared, begins, onOutdated }: DecisionProps) {
  const { api, drafts, actors, activity: activityOf } = useConsole()
  const ownId = useSelector(actors.session, (snapshot) => snapshot.context.session?.user.id)
  const claim = useClaim({ resource, row, onOutdated })
  const [{ machine, input, itemOf }] = useState(() => {
    const activity = activityOf()
    const read = (each: VersionedRow) => ({
      version: each.version,
      standing: plan.standing(each as Row, ownId),
    })
    // The first one is prepared.
    const kinds = new Set([...allowedIn(resource, plan, row), ...plan.choices].map(({ kind }) => kind))
    const [first, ...rest] = [...kinds] as [DecisionKind, ...DecisionKind[]]
    return {
      itemOf: read,
      input: { item: read(row), offers: [first, ...rest] as const, key: newKey(), isResumed: claim.isResumed },
      machine: createDecisionImplementations(
        { api, drafts, activity, claim: resource.operations.claim ? claim.actor : null, userId: () => ownId ?? null },
        {
          list: resource.slug,
          id: row.id,
          record,
          actions: Object.fromEntries(plan.choices.map(({ kind, action }) => [kind, action])),
          itemOf: read,
          holderOf: (each) => {
            const held = claimOf(each as Row, ownId)
            return held && !held.isOwn ? held.holder : null
          },
          draftKey:
            ownId !== undefined && drafts.canKeep()
              ? { userId: ownId, form: `${resource.slug}.decision`, record: row.id }
              : null,
        },
      ),
    }
  })
  const actor = useActorRef(machine, { input: { ...input, offers: [...input.offers] as [DecisionKind] } })
  const [commands] = useState(() =>
    decisionCommands((event) => {
      // Events for a decided record are dropped: its machine has ended.
      if (actor.getSnapshot().status === 'active') actor.send(event)
    }),
  )
  const view = useSelector(actor, selectDecisionView, sameJson)
  const values = useSelector(actor, ({ context }) => context.values)
  const refused = useSelector(actor, ({ context: { error } }) => (error?.kind === 'rejected' ? error.fields : null))
  const decision = useSelector(actor, ({ context }) => context.decision)
  const stepUp = useSelector(actor, ({ children }) => children.stepUp)
  const proof = useSelector(stepUp, (snapshot) => snapshot && selectStepUpView(snapshot), shallowEqual)

  const { releaseOnLeaving } = claim
  const begin = useCallback(() => {
    releaseOnLeaving()
    commands.open()
  }, [releaseOnLeaving, commands])
  const [first] = useState({ begins, prepared })
  useEffect(() => {
    if (first.begins) begin()
    if (first.prepared) commands.prepare(first.prepared)
  }, [first, begin, commands])
  // Sent before the claim receives the row: otherwise a colleague's decision would look like a released claim.
  useEffect(() => {
    if (actor.getSnapshot().status === 'active') actor.send({ type: 'item.read', item: itemOf(row) })
  }, [actor, itemOf, row])
  const proving = stepUpCommands((event) => stepUp?.send(event))
  return { actor, commands, begin, view, values, refused, decision, proof, proving, claim }
}

/** @returns the messages of each field, as one text */
const inWords = (refused: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(refused).map(([name, messages]) => [name, messages.join('. ')]))

export default function DecisionContainer(props: DecisionProps) {
  const { resource, row, plan, onMade, onMissed, next } = props
  const { activity } = useConsole()
  const { actor, commands, begin, view, values, refused, decision, proof, proving, claim } = useDecisionMachine(props)
  const { state, prepared } = view
  const decide = useRef<HTMLButtonElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const [today] = useState(todayHere)
  /** The decision that the person has tried to send, whose faults are displayed. */
  const [tried, setTried] = useState<DecisionKind | null>(null)
  const [isRestored, setRestored] = useState(false)

  const choice = plan.choices.find(({ kind }) => kind === prepared)!
  const action = actionOf(resource, choice)
  const given = useMemo(
    () => Object.assign({}, ...plan.choices.map((each) => each.given?.(row) ?? {})) as Typed,
    [plan, row],
  )
  const definition = resource.record.actions[choice.action]!
  const relied = reliedOn(definition, row)
  const typed: Typed = { ...given, ...values }
  // What depends on another input appears once it is needed; until then it is not sent.
  const fields = askedFields(action.asks, definition, row).filter(
    (field) => !field.when || applies(field, { [field.when.field]: typed[field.when.field] ?? '' }),
  )
  const faults = faultsOf(definition, fields, typed, today)
  const latest = useRef({ fields, faults })
  useLayoutEffect(() => {
    latest.current = { fields, faults }
  })
  const { effect: Effect } = plan
  const [effect, setEffect] = useState<DecisionEffect | null>(null)
  const verb = effect?.verb ?? action.verb
  // Until the effect is known, nothing says which amount the person agrees to, or that it must be typed.
  const wait = Effect && action.preview?.shownAs === 'money' && effect === null ? WORKING : effect?.wait
  const question: CostQuestion | null =
    choice.costs?.(typed, row) ??
    (effect?.typed ? { title: `${verb}?`, effect: action.effect, verb, typed: effect.typed } : null)
  const offered = allowedIn(resource, plan, row)
  // The state has changed so that the prepared decision is no longer possible, and another one is.
  const instead = offered.some(({ kind }) => kind === prepared) ? null : offered[0]!.kind
  useEffect(() => {
    if (instead) commands.prepare(instead)
  }, [instead, commands])

  const made = useEffectEvent(onMade)
  const missed = useEffectEvent(onMissed)
  const outdated = useEffectEvent(props.onOutdated)
  const focusFirst = useEffectEvent((names: readonly string[]) => {
    const first = fields.find(({ name }) => names.includes(name))
    if (first) document.getElementById(inputId(first.name))?.focus()
  })
  const isRefused = Boolean(effect?.refused)
  useEffect(() => {
    if (isRefused) outdated()
  }, [isRefused])
  useEffect(() => {
    const heard = [
      actor.on('decision.made', () => {
        // The decision has ended the claim: there is none to release.
        claim.commands.read(null)
        made()
      }),
      actor.on('decision.missed', () => missed()),
      actor.on('values.restored', () => setRestored(true)),
      actor.on('decision.refused', ({ fields: at }) => {
        focusFirst(Object.keys(at))
        // It may have changed since it was read.
        outdated()
      }),
    ]
    return () => heard.forEach((each) => each.unsubscribe())
  }, [actor, claim.commands])

  const type = (name: string, value: string) => {
    const { [name]: _before, ...others } = values
    setRestored(false)
    commands.typed(value === (given[name] ?? '') ? others : { ...others, [name]: value })
  }
  const toggle = (field: FormField, value: string) => type(field.name, toggled(field, typed[field.name] ?? '', value))
  /** Renders synchronously, so that the next key applies to the fields of the new decision. */
  const prepare = (kind: DecisionKind) =>
    flushSync(() => {
      commands.prepare(kind)
      setTried(null)
    })
  const submit = () => {
    setTried(prepared)
    const wrong = fields.find(({ name }) => name in faults)
    // Reasons are chosen with keys, so the focus stays on the button.
    if (wrong) return void (!isChosen(wrong) && document.getElementById(inputId(wrong.name))?.focus())
    if (wait === undefined) commands.submit({ ...payloadOf(fields, typed, today), ...relied }, question !== null)
  }

  // Focuses the button that Enter activates, or the outcome, unless the person has focused something else.
  useEffect(() => {
    // Without scrolling: a phone keeps showing the top of the record.
    if (isFree(document.activeElement)) (decide.current ?? outcome.current)?.focus({ preventScroll: true })
  }, [state])
  /** After another decision is prepared: focuses its first incomplete field, or else the button. */
  const focusLacking = () => {
    const lacking = latest.current.fields.find((field) => !isChosen(field) && field.name in latest.current.faults)
    ;(lacking ? document.getElementById(inputId(lacking.name)) : decide.current)?.focus()
  }
  /** A digit chooses a reason. If the prepared decision has none, it prepares the first decision that has reasons. */
  const chooseReason = (index: number, event: KeyboardEvent) => {
    const asking = [choice, ...offered].find((each) => actionOf(resource, each).asks.some(isChosen))
    const field = asking && actionOf(resource, asking).asks.find(isChosen)
    const value = field && Object.keys(field.labels ?? {})[index]
    if (!asking || !field || value === undefined) return
    event.preventDefault()
    if (asking !== choice) prepare(asking.kind)
    toggle(field, value)
    decide.current?.focus()
  }
  const takeKey = useEffectEvent((event: KeyboardEvent) => {
    const over = event.target instanceof Element ? event.target.closest(OVER) : null
    // The decision itself may be in a dialog.
    if (over && !over.contains(decide.current ?? outcome.current)) return
    const isSubmit = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    const isEnter = event.key === 'Enter' && isFree(event.target)
    if ((isSubmit || isEnter) && !event.repeat && !event.defaultPrevented) {
      if (state !== 'idle' && state !== 'reviewing' && state !== 'refused') return
      event.preventDefault()
      return state === 'idle' ? begin() : submit()
    }
    // Leaves the field, so that single keys prepare decisions again.
    if (event.key === 'Escape' && event.target instanceof Element && event.target.id.startsWith(inputId('')))
      return decide.current?.focus()
    const isKey = (key: string) => isSingleKey(event, key.toLowerCase()) || isSingleKey(event, key)
    if (next && LEADS_ON.has(state) && isKey(NEXT_KEY)) {
      event.preventDefault()
      return next.onNext()
    }
    if (!TAKES_KEYS.has(state)) return
    const chosen = offered.find(({ key }) => isKey(key))
    if (chosen) {
      event.preventDefault()
      prepare(chosen.kind)
      return focusLacking()
    }
    if (isKey('M')) {
      const message = fields.find(({ kind }) => kind === 'longText')
      if (!message) return
      event.preventDefault()
      return document.getElementById(inputId(message.name))?.focus()
    }
    if (/^[1-9]$/.test(event.key) && isSingleKey(event, event.key)) chooseReason(Number(event.key) - 1, event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => takeKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const sent = state === 'refused' || state === 'takenOver' || state === 'ended' ? refused : null
  const shownFaults: Readonly<Record<string, string | undefined>> = sent
    ? inWords(sent)
    : { ...(tried === prepared && faults), ...inWords(effect?.refused ?? {}) }
  const allFields = new Map(
    plan.choices.flatMap((each) => actionOf(resource, each).asks.map((field) => [field.name, field])),
  )
  return (
    <DecisionPanel
      view={{
        ...view,
        // Displayed at the fields, if the refusal is about fields that are visible.
        problem: refused && fields.some(({ name }) => name in refused) ? '' : view.problem,
      }}
      claim={resource.operations.claim ? claim.view : null}
      noun={resource.noun.one}
      choices={offered.map((each) => ({ kind: each.kind, key: each.key, label: actionOf(resource, each).verb }))}
      fields={fields.map((field) => ({ field, value: typed[field.name] ?? '', fault: shownFaults[field.name] }))}
      verb={verb}
      edits={props.edits}
      effect={
        Effect &&
        action.preview && (
          <Effect
            // What it would do may follow from what the decision relies on, which changes without a new version.
            key={[action.key, row.version, JSON.stringify(relied)].join(' ')}
            action={action}
            row={row}
            values={typed}
            onEffect={setEffect}
          />
        )
      }
      wait={wait}
      tone={action.tone === 'danger' ? 'danger' : 'primary'}
      question={question}
      unresolved={
        decision
          ? unresolvedText(activity().actionsOf, {
              list: resource.slug,
              action: choice.action,
              payload: decision.payload,
              record: { name: props.record.name, href: '' },
            })
          : ''
      }
      isRestored={isRestored}
      typed={Object.entries(values).map(([name, text]) => ({
        label: allFields.get(name)?.label ?? name,
        text: textOf(allFields.get(name), text),
      }))}
      decide={decide}
      outcome={outcome}
      onType={type}
      onToggle={toggle}
      onPrepare={(kind) => (prepare(kind), focusLacking())}
      onSubmit={submit}
      onConfirm={commands.confirm}
      onCancel={commands.cancel}
      onCheck={commands.check}
      onClaim={begin}
      onTakeOver={claim.commands.takeOver}
      onTakeOverBecause={claim.commands.takeOverBecause}
      onCancelTakeOver={claim.commands.cancel}
      proof={proof ?? null}
      onProofChange={proving.changed}
      onProve={proving.prove}
      onCancelProof={proving.cancel}
      onDiscard={() => (setRestored(false), commands.typed({}))}
      next={next}
    />
  )
}

/** @returns a typed value in readable form: labels instead of the values of an enum */
const textOf = (field: FormField | undefined, text: string): string =>
  field?.kind === 'flag'
    ? 'Yes'
    : field?.labels
      ? text
          .split(',')
          .map((value) => field.labels?.[value] ?? value)
          .join(', ')
      : text
