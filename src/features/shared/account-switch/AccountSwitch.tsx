/** Enables or disables one account (spec 4, Account): the 51 by 23 toggle with its word, as the server last said it. */
import { accountLabel } from '@contract/labels'
import { Toggle } from '@design-system/primitives/Toggle/Toggle'
import { LabelPill } from '../label/LabelPill'
import { Problem, Switch } from './AccountSwitch.styles'

export interface AccountSwitchProps {
  /** Whose account, for the accessible name. */
  name: string
  isDeleted: boolean
  /** The action is on its way. */
  busy: boolean
  /** Why the last action was refused; null for none. */
  problem: string | null
  /** In a table only the active row's controls are in reach of Tab. */
  tabIndex?: 0 | -1
  /** Not given: the person may not change it. */
  onToggle?: (isDeleted: boolean) => void
}

export function AccountSwitch({ name, isDeleted, busy, problem, tabIndex, onToggle }: AccountSwitchProps) {
  if (!onToggle) return <LabelPill label={accountLabel(isDeleted)} size="list" />
  const isRefused = problem !== null && !busy
  const words = busy ? { on: 'Saving', off: 'Saving' } : { on: accountLabel(false).word, off: accountLabel(true).word }
  return (
    <Switch>
      {/* A column has room for one word: that it was not saved comes first, and the switch shows the state without one. */}
      <Toggle
        tabIndex={tabIndex}
        checked={!isDeleted}
        busy={busy}
        label={`Account of ${name}`}
        labelHidden
        words={isRefused ? undefined : words}
        onChange={(on) => onToggle(!on)}
      />
      {isRefused && <Problem title={problem}>Not saved</Problem>}
    </Switch>
  )
}
