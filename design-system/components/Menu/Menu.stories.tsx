import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from '@storybook/test'
import { expectReadable } from '@tests/kit/layout-checks'
import { Ban, Ellipsis, Fingerprint, KeyRound, Lock, LogOut, Pencil, SunMoon } from 'lucide-react'
import { guide } from '../../foundations/guide.story-kit'
import { IconButton } from '../../primitives/IconButton/IconButton'
import { Button } from '../../primitives/Button/Button'
import { Toggle } from '../../primitives/Toggle/Toggle'
import { SegmentedControl } from '../SegmentedControl/SegmentedControl'
import { Menu, type MenuItem } from './Menu'

const edit = fn()
const disable = fn()

const meta = {
  title: 'Design System/Components/Menu',
  component: Menu,
  parameters: guide(
    'A menu of actions at a control. Click, Enter or ↓ opens it, arrows and letters move, Esc closes, and the focus returns.',
    [
      'Name the subject of the actions: "Actions for Marta Lindqvist".',
      'Put harmful actions last, in danger style, after a separator.',
      'Explain in the second line why an action is disabled.',
    ],
    ['Choose a value with it: use a select or a `Popover`.', 'Hide the most important action in it.'],
  ),
  args: {
    label: 'Actions for Marta Lindqvist',
    trigger: (props) => <IconButton {...props} label="More actions" icon={Ellipsis} />,
    items: [
      { key: 'edit', label: 'Edit', icon: Pencil, note: 'E', onSelect: edit },
      {
        key: 'reset',
        label: 'Reset password',
        icon: KeyRound,
        disabledReason: 'Only an admin may do this.',
        onSelect: fn(),
      },
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
    // Disabled items are skipped.
    await expect(screen.getByRole('menuitem', { name: /Disable/ })).toHaveFocus()
    await context.userEvent.keyboard('{Enter}')
    await expect(disable).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'More actions' })).toHaveFocus())
  },
}

/** Like the avatar's menu: a header, a switch and a choice between the items. */
export const WithRowsOfOnesOwn: Story = {
  args: {
    label: 'Account',
    trigger: (props) => <Button {...props}>marta_l</Button>,
    header: 'Marta Lindqvist, SUPER_ADMIN',
    items: [
      { key: 'password', label: 'Change Password', icon: Lock, onSelect: fn() },
      {
        key: 'two-factor',
        custom: (
          <>
            <Fingerprint size={16} aria-hidden />
            <span style={{ flex: 1 }}>2FA</span>
            <Toggle checked={false} label="2FA" labelHidden onChange={fn()} />
          </>
        ),
      },
      { key: 'line', separator: true },
      {
        key: 'theme',
        custom: (
          <>
            <SunMoon size={16} aria-hidden />
            <span style={{ flex: 1 }}>Theme</span>
            <SegmentedControl
              label="Theme"
              value="dark"
              options={[
                { value: 'light', label: 'Light' },
                { value: 'dark', label: 'Dark' },
                { value: 'system', label: 'System' },
              ]}
              onChange={fn()}
            />
          </>
        ),
      },
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

export const WhenEscapedFocusReturns: Story = {
  play: async (context) => {
    await Open.play!(context)
    await context.userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    await waitFor(() => expect(context.canvas.getByRole('button', { name: 'More actions' })).toHaveFocus())
  },
}

/** Typing its first letter moves the focus to an item. */
export const WhenALetterIsTyped: Story = {
  play: async (context) => {
    await Open.play!(context)
    await context.userEvent.keyboard('d')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: /Disable/ })).toHaveFocus())
  },
}

export const WhenItCannotBeDone: Story = {
  play: async (context) => {
    await Open.play!(context)
    const verb = screen.getByRole('menuitem', { name: /Reset password/ })
    await expect(verb).toHaveAttribute('aria-disabled', 'true')
    await expect(verb).toHaveTextContent('Only an admin may do this.')
  },
}

/** Every kind of row: icon, key, second line, danger, a switch, a choice. */
export const Matrix: Story = {
  args: {
    ...WithRowsOfOnesOwn.args,
    items: [
      ...(meta.args.items as MenuItem[]).map((item) => ({ ...item, key: `verb-${item.key}` })),
      { key: 'line-0', separator: true as const },
      ...WithRowsOfOnesOwn.args!.items!,
    ],
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'marta_l' }))
    await screen.findByRole('dialog', { name: 'Account' })
    await waitFor(() => expect(screen.getByRole('button', { name: /Edit/ })).toHaveFocus())
  },
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Phone: Story = {
  ...Matrix,
  globals: { viewport: { value: 'narrowest' } },
  play: async (context) => {
    await Matrix.play!(context)
    await waitFor(() => expectReadable(screen.getByRole('dialog')))
  },
}
