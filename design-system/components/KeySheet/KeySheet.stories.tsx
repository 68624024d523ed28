import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor, within } from '@storybook/test'
import { useState, type ComponentProps } from 'react'
import { guide } from '../../foundations/guide.story-kit'
import { KeySheet } from './KeySheet'

function Kept({ singleKeys, onSingleKeys, ...rest }: ComponentProps<typeof KeySheet>) {
  const [on, setOn] = useState(singleKeys)
  return (
    <KeySheet
      {...rest}
      singleKeys={on}
      onSingleKeys={(next) => {
        onSingleKeys(next)
        setOn(next)
      }}
    />
  )
}

const meta = {
  title: 'Design System/Components/KeySheet',
  component: KeySheet,
  parameters: guide(
    'All shortcuts, and the switch for single keys.',
    ['List every shortcut, including those of single components.', 'Group them by where they apply.'],
    ['Let a single key confirm an action.', 'Handle a single key while the person types.'],
    560,
  ),
  args: {
    singleKeys: true,
    onSingleKeys: fn(),
    onClose: fn(),
    groups: [
      {
        title: 'Everywhere',
        lines: [
          { words: 'Find a page or record', keys: ['Mod+K'] },
          { words: 'Keyboard shortcuts', keys: ['?'], single: true },
        ],
      },
      {
        title: 'In a list',
        lines: [
          { words: 'Search', keys: ['/'], single: true },
          { words: 'Move between rows', keys: ['ArrowUp', 'ArrowDown'] },
          { words: 'Choose further rows', keys: ['Shift+ArrowUp', 'Shift+ArrowDown'] },
        ],
      },
      { title: 'In a form', lines: [{ words: 'Cancel', keys: ['Escape'] }] },
    ],
  },
  render: (args) => <Kept {...args} />,
} satisfies Meta<typeof KeySheet>
export default meta
type Story = StoryObj<typeof meta>

const sheet = async () => within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))

export const Open: Story = {
  play: async () => {
    const shown = await sheet()
    await expect(within(shown.getByRole('region', { name: 'In a list' })).getAllByRole('term')).toHaveLength(3)
    await waitFor(() => expect(shown.getByText('Find a page or record')).toBeVisible())
  },
}
export const Matrix: Story = { ...Open, tags: ['picture-overlay'] }
export const Dark: Story = { ...Open, globals: { theme: 'dark' } }
export const Phone: Story = { ...Open, globals: { viewport: { value: 'narrowest' } } }

export const WhenUsedByKeyboard: Story = {
  play: async ({ args, userEvent }) => {
    const shown = await sheet()
    const toggle = shown.getByRole('switch', { name: 'Shortcuts of one key' })
    await expect(toggle).toHaveAccessibleDescription(/never act/)
    await userEvent.tab()
    if (document.activeElement !== toggle) await userEvent.tab()
    await expect(toggle).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(args.onSingleKeys).toHaveBeenCalledWith(false)
    await expect(toggle).not.toBeChecked()
    await expect((await shown.findByText('Search')).nextElementSibling).toHaveTextContent(/^off/)
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalled()
  },
}
