import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { setSingleKeys } from '../../primitives/Kbd/single-keys'
import { FilterInput } from './FilterInput'

const meta = {
  title: 'Design System/Components/FilterInput',
  component: FilterInput,
  parameters: guide(
    'Filters a list while the person types: search icon, × when filled, Esc clears, `/` focuses it from anywhere on the page.',
    ['Name in the placeholder what is searched.', 'Use only one with the `/` key per page.'],
    ['Wait for Enter.', 'Use it in a form: use a `TextInput`.'],
  ),
  args: { label: 'Search users', placeholder: 'Search users', onValueChange: fn() },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 260 }}>
        <Story />
      </div>
    ),
  ],
} satisfies Meta<typeof FilterInput>
export default meta
type Story = StoryObj<typeof meta>

export const WhenSlashIsPressed: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.keyboard('/')
    await expect(canvas.getByRole('searchbox', { name: 'Search users' })).toHaveFocus()
    await userEvent.keyboard('a/b')
    await expect(canvas.getByRole('searchbox')).toHaveValue('a/b')
  },
}

export const WhenCleared: Story = {
  args: { defaultValue: 'marta' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(args.onValueChange).toHaveBeenLastCalledWith('')
    await expect(canvas.getByRole('searchbox')).toHaveFocus()
    await userEvent.keyboard('x{Escape}')
    await expect(args.onValueChange).toHaveBeenLastCalledWith('')
    await expect(canvas.getByRole('searchbox')).toHaveValue('')
    await expect(canvas.queryByRole('button')).not.toBeInTheDocument()
  },
}

export const WithoutTheShortcut: Story = {
  args: { shortcut: false, controlSize: 'bar' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.keyboard('/')
    await expect(canvas.getByRole('searchbox')).not.toHaveFocus()
  },
}

/** A person can switch single-key shortcuts off, which hides the hint too. */
export const WhenSingleKeysAreOff: Story = {
  beforeEach: () => {
    setSingleKeys(false)
    return () => setSingleKeys(true)
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.keyboard('/')
    await expect(canvas.getByRole('searchbox')).not.toHaveFocus()
    await expect(canvas.queryByText('/')).not.toBeVisible()
  },
}

export const Empty: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByPlaceholderText('Search users')).toHaveAccessibleName('Search users')
    await expect(canvas.queryByRole('button')).not.toBeInTheDocument()
  },
}

export const Disabled: Story = {
  args: { disabled: true, defaultValue: 'marta' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Clear' })).toBeDisabled()
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 12 }}>
      <FilterInput label="Search users" placeholder="Search users" />
      <FilterInput label="Search admins" placeholder="Search admins" shortcut={false} defaultValue="marta" />
      <FilterInput label="Search columns" placeholder="Search columns" shortcut={false} controlSize="bar" />
      <FilterInput label="Search rows" placeholder="Search rows" shortcut={false} disabled defaultValue="not now" />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
