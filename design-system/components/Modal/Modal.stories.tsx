import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { useState } from 'react'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import { PasswordInput } from '../PasswordInput/PasswordInput'
import { TextInput } from '../TextInput/TextInput'
import { Modal, type ModalProps } from './Modal'

const meta = {
  title: 'Design System/Components/Modal',
  component: Modal,
  args: { title: 'Change Password', onClose: fn(), children: null },
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'A modal dialog for one task. The focus stays inside and returns; below 768 px it is a full sheet.',
      ['Make the title the question or the name of the form.', 'Put the safe button first, the action last.'],
      ['Open one over another.', 'Close it on a press outside: input would be lost.'],
      560,
    ),
  },
} satisfies Meta<typeof Modal>
export default meta
type Story = StoryObj<typeof meta>

function WithTrigger({ onClose, ...args }: ModalProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Change Password</Button>
      {open && (
        <Modal
          {...args}
          onClose={() => {
            setOpen(false)
            onClose()
          }}
        />
      )}
    </>
  )
}

export const Form: Story = {
  args: {
    children: (
      <div style={{ display: 'grid', gap: 16 }}>
        <PasswordInput label="Current password" required />
        <PasswordInput label="New password" required error="Password must be 8 characters" />
      </div>
    ),
    footer: (
      <>
        <Button size="large">Cancel</Button>
        <Button size="large" variant="primary">
          Submit
        </Button>
      </>
    ),
  },
  play: async () => {
    await expect(screen.getByLabelText(/Current password/)).toHaveFocus()
  },
}

export const WhenClosedFocusReturns: Story = {
  args: { children: <TextInput label="Authentication Code" /> },
  render: (args) => <WithTrigger {...args} />,
  play: async ({ args, canvas, userEvent }) => {
    const trigger = canvas.getByRole('button', { name: 'Change Password' })
    trigger.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Change Password' })
    await expect(within(dialog).getByLabelText('Authentication Code')).toHaveFocus()
    for (let press = 0; press < 4; press += 1) {
      await userEvent.tab()
      await expect(dialog).toContainElement(document.activeElement as HTMLElement)
    }
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
    await waitFor(() => expect(trigger).toHaveFocus())
  },
}

export const WhenPressedBesideNothingIsLost: Story = {
  args: { children: 'What was typed stays.' },
  play: async ({ args, userEvent }) => {
    const dialog = screen.getByRole('dialog')
    await userEvent.click(dialog.closest('[data-rac]')!.parentElement!)
    await expect(args.onClose).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

export const Small: Story = {
  args: {
    title: 'Sign out everywhere else?',
    size: 'small',
    children: 'Three other devices must sign in again.',
    footer: (
      <>
        <Button size="large">Keep them</Button>
        <Button size="large" variant="primary">
          Sign out
        </Button>
      </>
    ),
  },
}
export const Large: Story = { args: { ...Form.args, size: 'large', title: 'Add admin' } }
/** A long form scrolls between its title and its buttons, which stay visible; a focused field is above the buttons. */
export const WhenItIsLong: Story = {
  args: {
    ...Form.args,
    children: (
      <div style={{ display: 'grid', gap: 16 }}>
        {Array.from({ length: 24 }, (_, at) => (
          <TextInput key={at} label={`Field ${at + 1}`} />
        ))}
      </div>
    ),
  },
  globals: { viewport: { value: 'medium' } },
  play: async ({ userEvent }) => {
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog).toBeVisible())
    const [title, cancel] = [screen.getByRole('heading'), screen.getByRole('button', { name: 'Cancel' })]
    const isOnThePage = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top >= 0 && bottom <= window.innerHeight
    }
    await expect([title, cancel].map(isOnThePage)).toEqual([true, true])
    const last = screen.getByLabelText('Field 24')
    last.focus()
    await waitFor(() =>
      expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(cancel.getBoundingClientRect().top),
    )
    await expect([title, cancel].map(isOnThePage)).toEqual([true, true])
    await userEvent.tab()
    await expect(cancel).toHaveFocus()
  },
}
/** A long text without a field can be scrolled with the keyboard. */
export const WhenATextIsLong: Story = {
  args: { ...Form.args, children: <p>{'What happens next is described here at length. '.repeat(80)}</p> },
  globals: { viewport: { value: 'medium' } },
  play: async ({ userEvent }) => {
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.querySelector('[tabindex="0"]')).not.toBeNull())
    const body = dialog.querySelector<HTMLElement>('[tabindex="0"]')!
    while (document.activeElement !== body) await userEvent.tab()
    await expect(body.scrollHeight).toBeGreaterThan(body.clientHeight)
  },
}
/** On a phone the footer stays visible: it is opaque, and never covers a focused field. */
export const WhenItIsLongOnAPhone: Story = {
  args: WhenItIsLong.args,
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ userEvent }) => {
    const foot = (await screen.findByRole('button', { name: 'Cancel' })).parentElement!
    await waitFor(() => expect(foot).toBeVisible())
    // The sheet is as high as its content.
    const dialog = screen.getByRole('dialog')
    await expect(dialog.parentElement!.offsetHeight).toBeGreaterThanOrEqual(dialog.offsetHeight)
    for (let field = 2; field <= 24; field += 1) {
      await userEvent.tab()
      await expect(screen.getByLabelText(`Field ${field}`)).toHaveFocus()
      await expect(document.activeElement!.getBoundingClientRect().bottom).toBeLessThanOrEqual(
        foot.getBoundingClientRect().top,
      )
    }
    screen.getByLabelText('Field 1').focus()
    await expect(getComputedStyle(foot).backgroundColor).toMatch(/^rgb\(/)
    const { left, top, height } = foot.getBoundingClientRect()
    await expect(document.elementFromPoint(left + 4, top + height / 2)).toBe(foot)
  },
}
/** On a phone a button that cannot be pressed fills its line, as the others do. */
export const WhenAButtonIsOffOnAPhone: Story = {
  args: {
    title: 'Import games',
    children: 'All lines of the file are refused.',
    footer: (
      <>
        <Button>Cancel</Button>
        <Button>Choose another file</Button>
        <Button variant="primary" disabledReason="No line changes anything">
          Import 0 games
        </Button>
      </>
    ),
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    const edgesOf = (name: string) => screen.getByRole('button', { name }).getBoundingClientRect()
    await screen.findByRole('button', { name: 'Import 0 games' })
    const [first, last, off] = [edgesOf('Cancel'), edgesOf('Choose another file'), edgesOf('Import 0 games')]
    await expect(off.top).toBeGreaterThan(first.bottom)
    await expect([off.left, off.right].map(Math.round)).toEqual([first.left, last.right].map(Math.round))
  },
}
export const Matrix: Story = { ...Form }
export const Phone: Story = { ...Form, globals: { viewport: { value: 'narrowest' } } }
export const Dark: Story = { ...Form, globals: { theme: 'dark' } }
