import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from '@storybook/test'
import { Ban, Ellipsis, Fingerprint, KeyRound, Lock, LogOut, Pencil, SunMoon } from 'lucide-react'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Button } from '../../primitives/Button/Button'
import { Toggle } from '../../primitives/Toggle/Toggle'
import { SegmentedControl } from '../SegmentedControl/SegmentedControl'
import { Menu } from './Menu'

const edit = fn()
const disable = fn()

const meta = {
  title: 'Design System/Components/Menu',
  component: Menu,
  args: {
    label: 'Actions for Marta Lindqvist',
    trigger: (props) => <IconButton {...props} label="More actions" icon={Ellipsis} />,
    items: [
      { key: 'edit', label: 'Edit', icon: Pencil, note: 'E', onSelect: edit },
      { key: 'reset', label: 'Reset password', icon: KeyRound, disabledReason: 'Only an admin may do this.', onSelect: fn() },
      { key: 'line', separator: true },
      { key: 'disable', label: 'Disable', icon: Ban, tone: 'danger', onSelect: disable },
    ],
  },
} satisfies Meta<typeof Menu>
export default meta
type Story = StoryObj<typeof meta>

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'More actions' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    const menu = await screen.findByRole('menu', { name: 'Actions for Marta Lindqvist' })
    await waitFor(() => expect(menu).toBeVisible())
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /Edit/ })).toHaveFocus())
  },
}

export const WhenChosenByKeyboard: Story = {
  play: async (context) => {
    await Open.play!(context)
    await context.userEvent.keyboard('{ArrowDown}')
    // What cannot be done now is passed over.
    await expect(screen.getByRole('menuitem', { name: /Disable/ })).toHaveFocus()
    await context.userEvent.keyboard('{Enter}')
    await expect(disable).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'More actions' })).toHaveFocus())
  },
}

/** As the avatar's menu: a header, a switch and a choice between the verbs. */
export const WithRowsOfOnesOwn: Story = {
  args: {
    label: 'Account',
    trigger: (props) => <Button {...props}>marta_l</Button>,
    header: 'Marta Lindqvist, SUPER_ADMIN',
    items: [
      { key: 'password', label: 'Change Password', icon: Lock, onSelect: fn() },
      { key: 'two-factor', custom: <><Fingerprint size={16} aria-hidden /><span style={{ flex: 1 }}>2FA</span><Toggle checked={false} label="2FA" labelHidden onChange={fn()} /></> },
      { key: 'line', separator: true },
      { key: 'theme', custom: (
        <>
          <SunMoon size={16} aria-hidden />
          <span style={{ flex: 1 }}>Theme</span>
          <SegmentedControl label="Theme" value="dark" options={[{ value: 'light', label: 'Light' }, { value: 'dark', label: 'Dark' }, { value: 'system', label: 'System' }]} onChange={fn()} />
        </>
      ) },
      { key: 'line-2', separator: true },
      { key: 'out', label: 'Sign Out', icon: LogOut, tone: 'danger', onSelect: fn() },
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'marta_l' }))
    await screen.findByRole('dialog', { name: 'Account' })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change Password' })).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}')
    await expect(screen.getByRole('switch', { name: '2FA' })).toHaveFocus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect(screen.getByRole('button', { name: 'Sign Out' })).toHaveFocus()
  },
}

export const Dark: Story = { ...WithRowsOfOnesOwn, globals: { theme: 'dark' } }
