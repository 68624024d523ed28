import { useState } from 'react'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from '@storybook/test'
import { AvatarMenu } from './AvatarMenu'
import { MARTA } from './shell.story-kit'

const name = 'Online marta_l Account menu'

const meta = {
  title: 'Features/Shell/AvatarMenu',
  component: AvatarMenu,
  args: {
    person: MARTA,
    trouble: null,
    look: { theme: 'light', density: 'default', onTheme: fn(), onDensity: fn() },
    onMessages: fn(),
    onHelp: fn(),
    onRights: fn(),
    onChangePassword: fn(),
    onSignOut: fn(),
  },
  decorators: [
    (Story) => (
      <div style={{ display: 'flex', justifyContent: 'flex-end', minHeight: 320 }}>
        <div>
          <Story />
        </div>
      </div>
    ),
  ],
} satisfies Meta<typeof AvatarMenu>
export default meta
type Story = StoryObj<typeof meta>

export const Closed: Story = {}

export const Open: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name }))
    await expect(await screen.findByRole('dialog', { name: 'Account' })).toHaveTextContent(
      'Marta Lindqvist, Super admin',
    )
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change Password' })).toHaveFocus())
  },
}

export const WhenUsedByKeyboard: Story = {
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect(await screen.findByRole('button', { name: 'Change Password' })).toHaveFocus())
    await userEvent.keyboard('{ArrowUp}')
    await expect(screen.getByRole('button', { name: 'Sign Out' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect(screen.getByRole('button', { name: 'Your rights' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(button).toHaveFocus())
    await expect(args.onSignOut).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    await waitFor(async () => expect(await screen.findByRole('button', { name: 'Change Password' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await expect(args.onChangePassword).toHaveBeenCalledOnce()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}

export const WhenLookIsChosen: Story = {
  render: function Chosen(args) {
    const [look, setLook] = useState(args.look)
    return (
      <AvatarMenu
        {...args}
        look={{
          ...look,
          onTheme: (theme) => {
            args.look.onTheme(theme)
            setLook({ ...look, theme })
          },
          onDensity: (density) => {
            args.look.onDensity(density)
            setLook({ ...look, density })
          },
        }}
      />
    )
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Dark' }))
    await expect(args.look.onTheme).toHaveBeenCalledWith('dark')
    await expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.look.onTheme).toHaveBeenLastCalledWith('system')
    await userEvent.click(screen.getByRole('radio', { name: '32 px' }))
    await expect(args.look.onDensity).toHaveBeenCalledWith('compact')
  },
}

export const WhenProfileFailed: Story = {
  args: {
    person: { ...MARTA, name: '' },
    trouble: {
      problem: 'The server cannot be reached. Nothing was changed. Check the connection, then try again.',
      onRetry: fn(),
    },
  },
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name }))
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await expect(args.trouble!.onRetry).toHaveBeenCalledOnce()
    await userEvent.click(screen.getByRole('button', { name: 'Sign Out' }))
    await expect(args.onSignOut).toHaveBeenCalledOnce()
  },
}
