import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from '@storybook/test'
import { expectReadable } from '@tests/kit/layout-checks'
import { ConflictChoice } from './ConflictChoice'

const dan = { by: 'dan_w', at: new Date(2026, 10, 20, 14, 30).toISOString() }
const lead = { by: 'leo_lead', at: new Date(2026, 10, 20, 14, 12).toISOString() }

const meta = {
  title: 'Features/Form/ConflictChoice',
  component: ConflictChoice,
  args: {
    kind: 'stale',
    noun: 'user',
    rows: [
      { name: 'last_name', label: 'Last name', yours: 'Vásquez', saved: 'Vasquez', author: dan },
      { name: 'role', label: 'Role', yours: 'PLAYER', saved: 'VIP_PLAYER', author: dan },
      { name: 'third_party_store_code', label: 'Partner store code', yours: '', saved: 'NORTH1', author: dan },
    ],
    theirs: [],
    onChoose: fn(),
    onBack: fn(),
  },
} satisfies Meta<typeof ConflictChoice>
export default meta
type Story = StoryObj<typeof meta>

export const Stale: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent(
      'dan_w saved this user on 20 Nov 2026, 14:30, while this form was open.',
    )
    await expect(canvas.getByRole('radio', { name: 'Last name Yours Vásquez' })).toBeChecked()
    await expect(canvas.getByRole('radio', { name: 'Last name Yours Vásquez' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('radio', { name: 'Last name Saved Vasquez' })).toBeChecked()
    await userEvent.click(canvas.getByRole('radio', { name: 'Partner store code Saved NORTH1' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Save this mix' }))
    await expect(args.onChoose).toHaveBeenCalledWith({
      last_name: 'saved',
      role: 'yours',
      third_party_store_code: 'saved',
    })
  },
}

export const Merging: Story = {
  args: { kind: 'merging' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent(
      'dan_w changed fields of your draft on 20 Nov 2026, 14:30. You both changed these fields: choose per field.',
    )
    await expect(canvas.getByRole('button', { name: 'Restore this mix' })).toBeVisible()
  },
}

export const WhenTheAuthorsAreNotKnownYet: Story = {
  args: {
    rows: [{ name: 'last_name', label: 'Last name', yours: 'Vásquez', saved: 'Vasquez', author: null }],
    theirs: [{ label: 'Email', author: null }],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent(
      'Somebody else saved this user, while this form was open.',
    )
  },
}

export const WhenSeveralPeopleChangedIt: Story = {
  args: {
    rows: [
      { name: 'last_name', label: 'Last name', yours: 'Vásquez', saved: 'Vasquez', author: dan },
      { name: 'role', label: 'Role', yours: 'PLAYER', saved: 'VIP_PLAYER', author: lead },
    ],
    theirs: [
      { label: 'First name', author: lead },
      { label: 'Email', author: lead },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent(
      'dan_w and leo_lead saved this user on 20 Nov 2026, 14:30',
    )
    await expect(canvas.getByRole('form')).toHaveTextContent('Also changed by leo_lead, and kept: First name, Email.')
  },
}

export const WhenTheyChangedOtherFields: Story = {
  args: { rows: [], theirs: [{ label: 'First name', author: dan }] },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('button', { name: 'Save both' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: 'Save both' }))
    await expect(args.onChoose).toHaveBeenCalledWith({})
  },
}

export const WhenGoingBack: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Back to the form' }))
    await expect(args.onBack).toHaveBeenCalledOnce()
    await expect(args.onChoose).not.toHaveBeenCalled()
  },
}

/** A password cannot be compared with the saved one: the person saves it or returns to the form. */
export const OfSecrets: Story = {
  args: { rows: [], isSecret: true },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByText(/What you typed is not saved yet\.$/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Save yours' }))
    await expect(args.onChoose).toHaveBeenCalledWith({})
  },
}

export const Leaving: Story = {
  args: { leaving: { stay: fn(), leaveAnyway: fn() } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Stay' })).toHaveFocus())
    await expect(canvas.queryByRole('button', { name: 'Save this mix' })).toBeNull()
  },
}

/** As in a modal: the foot extends to its edges. */
const inASheet: Pick<Story, 'decorators' | 'parameters'> = {
  parameters: { layout: 'fullscreen' },
  decorators: [
    (Story) => (
      <div style={{ padding: 24 }}>
        <Story />
      </div>
    ),
  ],
}
/** Names of any length and alphabet, including right-to-left ones. */
const rows = [
  {
    name: 'last_name',
    label: 'Last name',
    yours: 'Wolfeschlegelsteinhausenbergerdorff',
    saved: 'von und zu Hohenlohe-Waldenburg-Schillingsfürst',
    author: { by: 'aleksandra_wojciechowska_nowak', at: dan.at },
  },
  { name: 'first_name', label: 'First name', yours: 'عبد الرحمن', saved: 'עבדאלרחמן', author: dan },
  { name: 'city', label: 'City', yours: '東京都千代田区', saved: 'Санкт Петербург', author: lead },
  { name: 'email', label: 'Email', yours: `${'a'.repeat(60)}@mailbox.test`, saved: '', author: lead },
]
const theirs = [{ label: 'Partner store code', author: dan }]

export const OfOtherAlphabets: Story = { ...inASheet, args: { rows, theirs }, play: () => expectReadable() }
export const WhenDark: Story = {
  ...inASheet,
  globals: { theme: 'dark' },
  args: { rows, theirs },
  play: () => expectReadable(),
}
export const WhenNarrowest: Story = {
  ...inASheet,
  globals: { viewport: { value: 'narrowest' } },
  args: { rows, theirs },
  play: () => expectReadable(),
}
