/** Enables or disables one account (spec 4, Account): the 51 by 23 toggle with its word, as the server last said it. */
import { memo } from 'react'
import { accountLabel } from '@contract/labels'
import { Toggle } from '@design-system/primitives/Toggle/Toggle'
import { LabelPill } from '../label/LabelPill'
import { Check, Problem, Switch } from './AccountSwitch.styles'

/** What becomes of an action on the account. */
export type SwitchAction =
  | { state: 'saving' }
  /** No answer has arrived; the call is being repeated. */
  | { state: 'checking' }
  /** No answer has arrived for a while: whether it was done is not known. */
  | { state: 'unresolved'; problem: string; onCheck: () => void }
  | { state: 'refused'; problem: string }

export interface AccountSwitchProps {
  /** Whose account, for the accessible name. */
  name: string
  isDeleted: boolean
  /** The action that is in flight or that ended without success; left out: there is none. */
  action?: SwitchAction
  /** In a table only the active row's controls are in reach of Tab. */
  tabIndex?: 0 | -1
  /** Not given: the person may not change it. */
  onToggle?: (isDeleted: boolean) => void
}

const CHECKING = 'No answer yet. Checking whether it was done.'

/** Rows change often, their switch seldom: it is drawn again only where it looks different. */
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
        {/* The state of the switch would be a claim about something that nobody knows. */}
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
      {/* A column has room for one word: that it was not saved comes first, and the switch shows the state without one. */}
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
