/** The switch of one row: listens to the row's own act actor, where there is one. */
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { describeError } from '@contract/errors'
import type { rowActMachine } from '@machines/row-act/row-act.machine'
import { AccountSwitch, type AccountSwitchProps } from './AccountSwitch'

export interface AccountSwitchContainerProps extends Omit<AccountSwitchProps, 'busy' | 'problem'> {
  act: ActorRefFrom<typeof rowActMachine> | undefined
}

export function AccountSwitchContainer({ act, ...props }: AccountSwitchContainerProps) {
  const busy = useSelector(act, (snapshot) => snapshot?.matches('busy') ?? false)
  const problem = useSelector(act, (snapshot) =>
    snapshot?.matches('refused') && snapshot.context.error ? describeError(snapshot.context.error) : null,
  )
  return <AccountSwitch {...props} busy={busy} problem={problem} />
}
