import {
  Contrast,
  Fingerprint,
  Keyboard,
  LockKeyhole,
  LogOut,
  MessageSquareText,
  Rows3,
  ShieldCheck,
} from 'lucide-react'
import styled from 'styled-components'
import { Banner } from '@design-system/components/Banner/Banner'
import MenuPopup, { type MenuPopupProps } from '@design-system/components/Menu/MenuPopup'
import { SegmentedControl } from '@design-system/components/SegmentedControl/SegmentedControl'
import { Avatar } from '@design-system/primitives/Avatar/Avatar'
import { Button } from '@design-system/primitives/Button/Button'
import { Kbd } from '@design-system/primitives/Kbd/Kbd'
import { Icon } from '@design-system/primitives/Icon/Icon'
import { DENSITIES, THEMES } from '@design-system/theme/theme'
import { rowHeights, space, token, type } from '@design-system/tokens/tokens'
import { roleWords } from '../shared/role-label'
import { HELP_KEY } from '../shared/shortcut-keys'
import type { AvatarMenuProps } from './AvatarMenu'
import { THEME_WORD } from './appearance-choices'

const Who = styled.div`
  display: flex;
  align-items: center;
  gap: ${space[10]};
  max-width: 272px;
  overflow-wrap: anywhere;
`
const Names = styled.div`
  min-width: 0;
  color: ${token.text.primary};
  ${type.amount}
`
const Role = styled.div`
  color: ${token.text.muted};
  ${type.meta}
`
/** A setting: its name, then the choices on the right. */
const Choice = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[10]};
  color: ${token.text.primary};
  ${type.nav}
  > svg {
    color: ${token.text.muted};
  }
  > :last-child {
    margin-left: auto;
  }
`
const Failure = styled.div`
  display: grid;
  flex: 1;
  gap: ${space[8]};
  max-width: 272px;
  padding-block: ${space[4]} ${space[8]};
`

export interface AvatarMenuPopupProps extends AvatarMenuProps, Pick<MenuPopupProps, 'triggerRef' | 'onClose'> {}

const themes = THEMES.map((value) => ({ value, label: THEME_WORD[value] }))
const densities = DENSITIES.map((value) => ({ value, label: `${rowHeights[value]} px` }))

/** The menu that the avatar in the top bar opens (spec 2, Avatar menu). */
export default function AvatarMenuPopup({
  person,
  trouble,
  look,
  onMessages,
  onHelp,
  onRights,
  onChangePassword,
  onSignOut,
  twoFactor,
  triggerRef,
  onClose,
}: AvatarMenuPopupProps) {
  const { username, name, role, avatar, online } = person
  const header = (
    <Who>
      <Avatar name={username} src={avatar} presence={online ? 'online' : 'offline'} />
      <Names>
        {username}
        <Role>{[name, roleWords(role)].filter(Boolean).join(', ')}</Role>
      </Names>
    </Who>
  )
  const failure = trouble && (
    <Failure>
      <Banner tone="danger">{trouble.problem}</Banner>
      <Button size="small" busy={trouble.busy ?? false} onClick={trouble.onRetry}>
        Try again
      </Button>
    </Failure>
  )
  return (
    <MenuPopup
      label="Account"
      placement="bottom end"
      header={header}
      triggerRef={triggerRef}
      onClose={onClose}
      items={[
        ...(failure ? [{ key: 'failure', custom: failure }] : []),
        { key: 'password', label: 'Change Password', icon: LockKeyhole, onSelect: onChangePassword },
        ...(twoFactor
          ? [
              {
                key: 'two-factor',
                custom: (close: () => void) => (
                  <Choice>
                    <Icon icon={Fingerprint} />
                    2FA
                    {twoFactor(close)}
                  </Choice>
                ),
              },
            ]
          : []),
        { key: 'rights', label: 'Your rights', icon: ShieldCheck, onSelect: onRights },
        { key: 'messages', label: 'Messages', icon: MessageSquareText, onSelect: onMessages },
        {
          key: 'help',
          label: 'Keyboard shortcuts',
          icon: Keyboard,
          note: (
            <Kbd aria-hidden data-single>
              {HELP_KEY}
            </Kbd>
          ),
          onSelect: onHelp,
        },
        { key: 'first line', separator: true },
        {
          key: 'theme',
          custom: (
            <Choice>
              <Icon icon={Contrast} />
              Theme
              <SegmentedControl label="Theme" value={look.theme} options={themes} onChange={look.onTheme} />
            </Choice>
          ),
        },
        {
          key: 'rows',
          custom: (
            <Choice>
              <Icon icon={Rows3} />
              Rows
              <SegmentedControl
                label="Height of rows"
                value={look.density}
                options={densities}
                onChange={look.onDensity}
              />
            </Choice>
          ),
        },
        { key: 'second line', separator: true },
        { key: 'signOut', label: 'Sign Out', icon: LogOut, tone: 'danger', onSelect: onSignOut },
      ]}
    />
  )
}
