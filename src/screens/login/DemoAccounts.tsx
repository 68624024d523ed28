/** The accounts of a demo, beside the sign-in form (demo mode only). */
import { Info, KeyRound } from 'lucide-react'
import { useWatch, type Control } from 'react-hook-form'
import type { LoginForm } from '@contract/entities/session'
import { CopyButton } from '@design-system/components/CopyButton/CopyButton'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { StatusPill } from '@design-system/primitives/StatusPill/StatusPill'
import { VisuallyHidden } from '@design-system/primitives/VisuallyHidden/VisuallyHidden'
import type { DemoAccounts as Accounts } from '@console/console'
import { roleWords } from '@features/shared/role-label'
import { Demo, DemoFoot, DemoHead, DemoTable, DemoTitle, Use } from './Login.styles'

export interface DemoAccountsProps {
  demo: Accounts
  control: Control<LoginForm>
  /** Fills the form with this account. */
  onUse: (email: string) => void
}

export default function DemoAccounts({ demo, control, onUse }: DemoAccountsProps) {
  const chosen = useWatch({ control, name: 'email' })
  return (
    <Demo aria-labelledby="demo-accounts">
      <DemoHead>
        <StatusPill tone="warning" icon={Info}>
          Demo mode
        </StatusPill>
        <DemoTitle id="demo-accounts">Demo accounts</DemoTitle>
      </DemoHead>
      <DemoTable aria-labelledby="demo-accounts">
        <thead>
          <tr>
            <th scope="col">Role</th>
            <th scope="col">Email</th>
            <th scope="col">
              <VisuallyHidden>Sign in as</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {demo.accounts.map(({ role, email }) => (
            <tr key={email} data-chosen={email === chosen || undefined}>
              <th scope="row">{roleWords(role)}</th>
              <td>{email}</td>
              <td>
                <Use type="button" aria-label={`Use ${roleWords(role)}`} onClick={() => onUse(email)}>
                  Use
                </Use>
              </td>
            </tr>
          ))}
        </tbody>
      </DemoTable>
      <DemoFoot>
        <Icon icon={KeyRound} size="pill" />
        One password for all
        <code>{demo.password}</code>
        <CopyButton text={demo.password} label="Copy password" />
      </DemoFoot>
    </Demo>
  )
}
