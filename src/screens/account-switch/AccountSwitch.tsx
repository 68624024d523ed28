/**
 * Enables or disables one account (spec 4, Account): the 51 by 23 toggle with its word, showing the state that the
 * server last reported.
 */
import { memo } from 'react'
import { accountLabel } from '@contract/labels'
import { Toggle } from '@design-system/primitives/Toggle/Toggle'
import { LabelPill } from '@features/shared/label/LabelPill'
import { Check, Problem, Switch } from './AccountSwitch.styles'

/** The status of an action on the account. */
export type SwitchAction =
  | { state: 'saving' }
  /** No response has arrived; the call is being repeated. */
  | { state: 'checking' }
  /** No response has arrived for a while: the outcome is unknown. */
  | { state: 'unresolved'; problem: string; onCheck: () => void }
  | { state: 'refused'; problem: string }

export interface AccountSwitchProps {
  /** Name of the account, for the accessible name. */
  name: string
  isDeleted: boolean
  /** The action that is in flight or that ended without success; omitted if there is none. */
  action?: SwitchAction
  /** In a table, only controls of the active row can be reached with Tab. */
  tabIndex?: 0 | -1
  /** Omitted if the person may not change it. */
  onToggle?: (isDeleted: boolean) => void
}

const CHECKING = 'No answer yet. Checking whether it was done.'

/** Rows change often and their switches rarely: the switch renders again only if it looks different. */
export const AccountSwitch = memo(function AccountSwitch({
  name,
  isDeleted,
  action,
  tabIndex,
  onToggle,
}: AccountSwitchProps) {
  if (!onToggle) return <LabelPill label={accountLabel(isDeleted)} size="list" />
  const label = `Account of ${name}`
  if (action?.state === 'unresolved')
    return (
      <Switch>
        {/* The state is unknown, so the switch shows none. */}
        <Problem title={action.problem}>Not known</Problem>
        <Check
          type="button"
          tabIndex={tabIndex}
          title={action.problem}
          aria-label={`Check again: ${label}`}
          onClick={action.onCheck}
        >
          Check
        </Check>
      </Switch>
    )
  const progress = action?.state === 'saving' ? 'Saving' : action?.state === 'checking' ? 'Checking' : null
  const words = progress
    ? { on: progress, off: progress }
    : { on: accountLabel(false).word, off: accountLabel(true).word }
  return (
    <Switch title={action?.state === 'checking' ? CHECKING : undefined}>
      {/* A column has room for one word: 'not saved' takes precedence, and the switch shows the state without a word. */}
      <Toggle
        tabIndex={tabIndex}
        checked={!isDeleted}
        busy={progress !== null}
        label={label}
        labelHidden
        words={action?.state === 'refused' ? undefined : words}
        onChange={(on) => onToggle(!on)}
      />
      {action?.state === 'refused' && <Problem title={action.problem}>Not saved</Problem>}
    </Switch>
  )
})
