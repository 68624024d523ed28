/** The switch of one row: follows the actor of the row's action while there is one. */
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { rowActionMachine } from '@machines/row-action/row-action.machine'
import { AccountSwitch, type AccountSwitchProps } from './AccountSwitch'

export interface AccountSwitchContainerProps extends Omit<AccountSwitchProps, 'busy' | 'problem'> {
  action: ActorRefFrom<typeof rowActionMachine> | undefined
}

export function AccountSwitchContainer({ action, ...props }: AccountSwitchContainerProps) {
  const busy = useSelector(action, (snapshot) => snapshot?.matches('busy') ?? false)
  const problem = useSelector(action, (snapshot) =>
    snapshot?.matches('refused') && snapshot.context.error ? describeError(snapshot.context.error) : null,
  )
  return <AccountSwitch {...props} busy={busy} problem={problem} />
}
