/** What can be done with one record of a list: its switch, its actions, and the questions that they ask first. */
import { useCallback, useState, type ReactNode } from 'react'
import { useSelector } from '@xstate/react'
import { KeyRound, PanelRight, Pencil, ShieldOff } from 'lucide-react'
import { can, rightsOn, type Access, type Action } from '@contract/permissions'
import type { RowAction } from '@design-system/patterns/Table/types'
import { useConsole } from '@console/console'
import { AccountSwitchContainer } from '@features/shared/account-switch/AccountSwitch.container'
import { activityCommands, selectRowActions } from '@machines/activity/activity.view'
import { ENABLE_DISABLE, enableDisablePayload } from '@resources/account-actions'
import type { OpenForm } from '@resources/list-address'
import { hrefOfRecord } from '@resources/record-path'
import type { ReasonActionDefinition, Resource, Row } from '@resources/resource'
import { nameOfRow } from '@resources/row-values'
import { DisableQuestion, ReasonAction } from '../account-dialogs'

const ICONS = { edit: Pencil, resetPassword: KeyRound, resetTwoFactor: ShieldOff } as const

/** A question that an action asks before it starts. */
type Question = { kind: 'disable'; row: Row } | { kind: 'reason'; row: Row; action: ReasonActionDefinition<Row> }

/** @returns what starts the enabling or disabling of a record, at once */
function useEnableDisable(resource: Resource<Row>): (row: Row, isDeleted: boolean) => void {
  const { actor } = useConsole().activity()
  return useCallback(
    (row, isDeleted) =>
      activityCommands((event) => actor.send(event)).startRowAction({
        list: resource.slug,
        rowId: row.id,
        version: row.version,
        action: ENABLE_DISABLE,
        payload: enableDisablePayload(isDeleted),
        record: { name: nameOfRow(resource, row), href: hrefOfRecord(resource, row.id) },
      }),
    [actor, resource],
  )
}

interface Options {
  resource: Resource<Row>
  access: Access
  openForm: (form: OpenForm) => void
  /** Shows the record beside the list. */
  peek: (id: string) => void
}

/** @returns a record's actions and its switch, both stable until rights change, and the open question */
export function useRowActions({ resource, access, openForm, peek }: Options) {
  const { actor } = useConsole().activity()
  const running = useSelector(actor, selectRowActions)
  const enableDisable = useEnableDisable(resource)
  const [question, setQuestion] = useState<Question | null>(null)
  const closeQuestion = useCallback(() => setQuestion(null), [])
  const mayDisable = rightsOn(access, resource.subject).enable_disable

  const actionsOf = useCallback(
    (row: Row): RowAction[] => {
      const offered = <A extends { needs: Action; visibleWhen?: (row: Row) => boolean }>(actions: readonly A[]): A[] =>
        actions.filter(({ needs, visibleWhen }) => can(access, needs, resource.subject) && (visibleWhen?.(row) ?? true))
      return [
        { key: 'peek', label: 'Peek at', icon: PanelRight, onSelect: () => peek(row.id) },
        ...offered(resource.rowActions).map(({ key, label }) => ({
          key,
          label,
          icon: ICONS[key],
          onSelect: () => openForm({ name: key, id: row.id }),
        })),
        ...offered(resource.reasonActions ?? []).map((action) => ({
          key: action.key,
          label: action.label,
          icon: ICONS[action.key],
          onSelect: () => setQuestion({ kind: 'reason', row, action }),
        })),
      ]
    },
    [resource, access, openForm, peek],
  )
  const switchOf = useCallback(
    (row: Row, tabIndex?: 0 | -1) => (
      <AccountSwitchContainer
        key={row.id}
        tabIndex={tabIndex}
        action={running[row.id]}
        name={nameOfRow(resource, row)}
        isDeleted={row.is_deleted}
        onToggle={
          mayDisable
            ? (isDeleted) => (isDeleted ? setQuestion({ kind: 'disable', row }) : enableDisable(row, false))
            : undefined
        }
      />
    ),
    [running, resource, mayDisable, enableDisable],
  )

  let shown: ReactNode
  if (question?.kind === 'reason')
    shown = (
      <ReasonAction
        resource={resource}
        name={nameOfRow(resource, question.row)}
        row={question.row}
        action={question.action}
        onClose={closeQuestion}
      />
    )
  if (question?.kind === 'disable')
    shown = (
      <DisableQuestion
        name={nameOfRow(resource, question.row)}
        effect="They can no longer sign in, and their sessions end. You can enable them again."
        onCancel={closeQuestion}
        onConfirm={() => {
          enableDisable(question.row, true)
          closeQuestion()
        }}
      />
    )
  return { actionsOf, switchOf, question: shown }
}
