/** Actions on one record of a list: its switch, its actions, and the questions before them. */
import { useCallback, useState, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import { PanelRight } from 'lucide-react'
import { can, rightsOn, type Access } from '@contract/permissions'
import type { RowAction } from '@design-system/patterns/Table/types'
import { copyText } from '@design-system/components/CopyButton/copy-text'
import { useConsole } from '@console/console'
import { ok } from '@contract/errors'
import { newKey } from '@contract/http/idempotency'
import { AccountSwitchContainer } from '../account-switch/AccountSwitch.container'
import { activityCommands, selectRowActions } from '@machines/activity/activity.view'
import { rowActionCommands, type RowActionRef } from '@machines/row-action/row-action.view'
import { ENABLE_DISABLE, enableDisablePayload } from '@resources/record-actions'
import type { OpenForm } from '@resources/list-address'
import { hrefOfRecord } from '@resources/record-path'
import type { CallAction, Resource, ResourceAction, RevealAction, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import {
  ActionQuestion,
  DisableQuestion,
  DisablingQuestion,
  OpenWorkQuestion,
  RefusedQuestion,
  RevealContainer,
} from '../record-dialogs'
import { ACTION_ICONS } from './action-icons'
import type { RecordAction } from './RecordActions'

/** The question before an action; the action's Idempotency-Key is created with it. */
type Question = { kind: 'disable'; row: Row; key: string } | CallQuestion | RevealQuestion
interface RevealQuestion {
  kind: 'reveal'
  row: Row
  action: RevealAction<Row>
}
interface CallQuestion {
  kind: 'call'
  row: Row
  action: CallAction<Row>
  title?: string
  given?: Readonly<Record<string, string>>
}

/** @returns a function that starts enabling or disabling a record, without a question */
function useEnableDisable(resource: Resource<Row>): (row: Row, isDeleted: boolean, key: string) => void {
  const { actor } = useConsole().activity()
  return useCallback(
    (row, isDeleted, key) =>
      activityCommands((event) => actor.send(event)).startRowAction({
        list: resource.slug,
        rowId: row.id,
        version: row.version,
        action: ENABLE_DISABLE,
        payload: enableDisablePayload(isDeleted),
        key,
        record: { name: nameOfRow(resource, row), href: hrefOfRecord(resource, row.id) },
      }),
    [actor, resource],
  )
}

/** The actions of a record that this person may start. */
export const permittedActions = (resource: Resource<Row>, access: Access, row: Row): ResourceAction<Row>[] =>
  resource.actions.filter(
    ({ needs, subject = resource.subject, visibleWhen }) => can(access, needs, subject) && (visibleWhen?.(row) ?? true),
  )

/** @returns the actions in the order of a page's `lead`, then the others; in their own order without it */
function leadFirst<A extends { key: string }>(actions: readonly A[], lead: readonly string[] = []): A[] {
  const place = ({ key }: A) => (lead.includes(key) ? lead.indexOf(key) : lead.length)
  return actions.toSorted((one, other) => place(one) - place(other))
}

/** Why a record cannot be disabled as it is; null where that is not what was refused. */
function refusalOfDisabling({ value, context: { action, error } }: SnapshotFrom<RowActionRef>): string | null {
  const isRefused = value === 'refused' && action === ENABLE_DISABLE && error?.kind === 'rejected'
  return isRefused ? (error.fields.is_deleted?.[0] ?? null) : null
}

interface Options {
  resource: Resource<Row>
  access: Access
  openForm: (form: OpenForm) => void
  /** Shows the record beside the list. */
  peek: (id: string) => void
  /**
   * @returns the newest version of a record, which may be newer than the one its switch was rendered with; the function
   * must be stable
   */
  rowOf?: (id: string) => Row | undefined
}

/**
 * @returns a record's actions as a list shows them, and as its page does, its switch, all stable until the permissions change, a
 * function that asks before an action, one that copies an id, and the open question
 */
export function useRowActions({ resource, access, openForm, peek, rowOf }: Options) {
  const { activity, api, toasts } = useConsole()
  const { actor } = activity()
  const running = useSelector(actor, selectRowActions)
  const enableDisable = useEnableDisable(resource)
  const [question, setQuestion] = useState<Question | null>(null)
  const closeQuestion = useCallback(() => setQuestion(null), [])
  const mayDisable = rightsOn(access, resource.subject).enable_disable

  const actionsOf = useCallback(
    (row: Row): RowAction[] => [
      { key: 'peek', label: 'Peek at', icon: PanelRight, onSelect: () => peek(row.id) },
      ...permittedActions(resource, access, row).map((action): RowAction => ({
        key: action.key,
        label: action.label,
        icon: ACTION_ICONS[action.icon],
        onSelect: () => {
          if (action.kind === 'form') openForm({ name: action.key, id: row.id })
          else if (action.kind === 'reveal') setQuestion({ kind: 'reveal', row, action })
          else setQuestion({ kind: 'call', row, action })
        },
      })),
    ],
    [resource, access, openForm, peek],
  )
  const recordActionsOf = useCallback(
    (row: Row): RecordAction[] => {
      const given = new Map(permittedActions(resource, access, row).map((action) => [action.key, action]))
      return leadFirst(
        actionsOf(row).filter(({ key }) => given.has(key)),
        resource.page.lead,
      ).map(({ key, label, icon, onSelect }) => {
        const action = given.get(key)!
        const isDanger = action.kind === 'call' && action.tone === 'danger'
        return {
          key,
          label,
          icon,
          onSelect,
          isStep: action.kind !== 'reveal' && action.visibleWhen !== undefined && !isDanger,
          ...(isDanger && { tone: 'danger' }),
        }
      })
    },
    [resource, access, actionsOf],
  )
  const switchOf = useCallback(
    (row: Row, tabIndex?: 0 | -1) => (
      <AccountSwitchContainer
        key={row.id}
        tabIndex={tabIndex}
        action={running[row.id]}
        name={nameOfRow(resource, row)}
        isDeleted={row.is_deleted === true}
        onToggle={
          mayDisable
            ? (isDeleted) => {
                const now = rowOf?.(row.id) ?? row
                if (isDeleted) setQuestion({ kind: 'disable', row: now, key: newKey() })
                else enableDisable(now, false, newKey())
              }
            : undefined
        }
      />
    ),
    [running, resource, mayDisable, enableDisable, rowOf],
  )

  /** Disabled by this page: if that is refused, the action that helps is offered. */
  const [disabled, setDisabled] = useState<Row | null>(null)
  const attempt = disabled ? running[disabled.id] : undefined
  const refusal = useSelector(attempt, (snapshot) => snapshot && refusalOfDisabling(snapshot))
  const remedy =
    disabled &&
    permittedActions(resource, access, disabled).find(
      (action) => action.kind === 'call' && action.key === resource.switch?.remedy,
    )

  let shown: ReactNode
  if (disabled && attempt && refusal && remedy?.kind === 'call') {
    const leave = () => {
      rowActionCommands((event) => attempt.send(event)).dismiss()
      setDisabled(null)
    }
    shown = (
      <RefusedQuestion
        name={nameOfRow(resource, disabled)}
        problem={refusal}
        remedy={remedy.label}
        onRemedy={() => {
          leave()
          setQuestion({ kind: 'call', row: rowOf?.(disabled.id) ?? disabled, action: remedy })
        }}
        onCancel={leave}
      />
    )
  }
  if (question?.kind === 'call')
    shown = (
      <ActionQuestion
        resource={resource}
        name={nameOfRow(resource, question.row)}
        row={question.row}
        action={question.action}
        title={question.title}
        given={question.given}
        onClose={closeQuestion}
      />
    )
  if (question?.kind === 'reveal')
    shown = (
      <RevealContainer
        title={question.action.titleOf(nameOfRow(resource, question.row))}
        label={question.action.secret}
        call={async (reason, options) => {
          const input = { params: { id: question.row.id }, body: { reason } }
          const answer = await api.call(question.action.operation, input, options)
          return answer.ok ? ok(answer.value.data.secret) : answer
        }}
        onClose={closeQuestion}
      />
    )
  if (question?.kind === 'disable' && resource.switch?.interrupts?.through)
    shown = (
      <DisablingQuestion
        resource={resource}
        name={nameOfRow(resource, question.row)}
        row={question.row}
        onClose={closeQuestion}
      />
    )
  else if (question?.kind === 'disable') {
    const asked = {
      name: nameOfRow(resource, question.row),
      onCancel: closeQuestion,
      onConfirm: () => {
        enableDisable(question.row, true, question.key)
        setDisabled(question.row)
        closeQuestion()
      },
    }
    shown = resource.switch?.interrupts ? (
      <OpenWorkQuestion resource={resource} row={question.row} {...asked} />
    ) : (
      <DisableQuestion effect={resource.switch?.effect ?? ''} {...asked} />
    )
  }
  /** Opens the question of an action of which some input is known already. */
  const ask = useCallback((call: Omit<CallQuestion, 'kind'>) => setQuestion({ kind: 'call', ...call }), [])
  const copyId = useCallback(
    async (id: string) => {
      if (await copyText(id)) toasts.show('success', 'Copied !')
      else toasts.show('error', 'The browser does not allow copying here.')
    },
    [toasts],
  )
  return { actionsOf, recordActionsOf, switchOf, ask, copyId, question: shown }
}
