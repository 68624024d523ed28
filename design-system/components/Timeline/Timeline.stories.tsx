import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Ban, CircleArrowUp, CircleCheck, Clock, KeyRound, Pencil, UserPlus, UsersRound } from 'lucide-react'
import { Button } from '../../primitives/Button/Button'
import type { Tone } from '../../tokens/tokens'
import { KeyValueList } from '../KeyValueList/KeyValueList'
import { Timeline, type TimelineEvent } from './Timeline'

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()
const person = (name: string) => ({ name, isPerson: true })
const EVENTS: TimelineEvent[] = [
  {
    id: '5',
    at: at(21, 14, 31),
    icon: CircleCheck,
    tone: 'success',
    what: 'verified the document',
    actor: person('priya_r'),
  },
  {
    id: '4',
    at: at(21, 9, 12),
    icon: Pencil,
    what: 'changed the email',
    actor: person('amara_k'),
    detail: (
      <KeyValueList
        items={[
          { label: 'Before', value: 'elena@mailbox' },
          { label: 'After', value: 'elena@mailbox.test' },
        ]}
      />
    ),
  },
  {
    id: '3',
    at: at(20, 23, 58),
    icon: Ban,
    tone: 'danger',
    what: 'disabled the user',
    actor: person('priya_r'),
    quotes: ['The passport on file has expired, the user was told on 19 Nov.'],
  },
  {
    id: '2',
    at: at(20, 18, 4),
    icon: UsersRound,
    tone: 'violet',
    what: 'asked for approval: Add 2,500.00 USD: Elena Vasquez',
    actor: person('amara_k'),
  },
  {
    id: '1',
    at: at(12, 8, 0),
    icon: UserPlus,
    tone: 'info',
    what: 'registered',
    actor: { name: 'The user', isPerson: false },
  },
]

const meta = {
  title: 'Design System/Components/Timeline',
  component: Timeline,
  args: { label: 'History', events: EVENTS, now: new Date(2026, 10, 21, 14, 32).getTime() },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 480 }}>
        <Story />
      </div>
    ),
  ],
  parameters: {
    docs: {
      description: {
        component: `What happened to a record: what, who, when. Days in the person's own zone, 24 hours, the full time in the tooltip.

**Do** write sentences that continue the name of the person ('raised the budget from 10.00 to 9,000.00 USD'); put reasons into \`quotes\`, and whole texts into \`detail\`. Name people as they are stored. What one person did within a minute is one group. Say in \`foot\` when there is more, or when older ones could not be read.

**Don't** use it for messages between people (a conversation) or for rows that are compared (a table). Don't colour an event because it is important: the hue is that of the state it led to.`,
      },
    },
  },
} satisfies Meta<typeof Timeline>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      'Today',
      'Yesterday',
      'Thu, 12 Nov 2026',
    ])
    await expect(canvas.getByText('14:31')).toHaveAttribute('datetime', EVENTS[0]!.at)
  },
}

export const WhenOpenedByKeyboard: Story = {
  play: async ({ canvas, userEvent }) => {
    await userEvent.tab()
    const details = canvas.getByRole('button', { name: 'Details of amara_k changed the email' })
    await expect(details).toHaveFocus()
    await expect(canvas.queryByText('elena@mailbox.test')).not.toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(canvas.getByText('elena@mailbox.test')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Hide details of amara_k changed the email' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await userEvent.keyboard(' ')
    await expect(canvas.queryByText('elena@mailbox.test')).not.toBeVisible()
  },
}

/** One avatar, one name and one time; what follows continues them. */
export const Grouped: Story = {
  args: {
    events: [
      {
        id: '3',
        at: at(21, 14, 31),
        icon: CircleCheck,
        tone: 'success',
        what: 'approved the request',
        actor: person('priya_r'),
      },
      {
        id: '2',
        at: at(21, 14, 31),
        icon: Pencil,
        what: 'changed the name and the budget',
        sentences: ['changed the name from Harbor to Harbor welcome', 'raised the budget from 10.00 to 9,000.00 USD'],
        actor: person('priya_r'),
      },
      { id: '1', at: at(21, 14, 30), icon: Pencil, what: 'changed the end', actor: person('priya_r') },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByText('priya_r')).toHaveLength(2)
    await expect(canvas.getAllByText(/^\d\d:\d\d$/).map((one) => one.textContent)).toEqual(['14:31', '14:30'])
    await expect(canvas.getByText('raised the budget from 10.00 to 9,000.00 USD')).toBeVisible()
  },
}

export const Loading: Story = {
  args: { events: null },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading')
  },
}
export const Empty: Story = {
  args: { events: [], empty: 'What staff change here will be listed with its time.' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('What staff change here will be listed with its time.')).toBeVisible()
  },
}
export const WithMore: Story = {
  args: {
    foot: (
      <div>
        <Button>Load older</Button>
      </div>
    ),
  },
}

export const BadInput: Story = {
  args: {
    events: [
      {
        id: '1',
        at: at(21, 12, 0),
        icon: Pencil,
        what: `Name changed to ${'Bartholomew '.repeat(17).trim()}`,
        actor: person(`b${'artholomew'.repeat(20)}`),
      },
      {
        id: '2',
        at: at(21, 11, 0),
        icon: KeyRound,
        what: 'تم تغيير كلمة المرور',
        actor: person('محمد 🎉'),
        detail: `https://example.test/${'a'.repeat(180)}`,
      },
      { id: '3', at: 'soon', icon: Clock, what: 'An event without a time' },
    ],
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await expect(canvas.getByRole('heading', { name: 'Time not known' })).toBeVisible()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Narrow: Story = { globals: { viewport: { value: 'narrowest' } } }

const TONES: Tone[] = ['neutral', 'warning', 'info', 'violet', 'success', 'danger']
export const Matrix: Story = {
  args: {
    events: TONES.map((tone, order) => ({
      id: tone,
      at: at(21, 14 - order, 5),
      icon: CircleArrowUp,
      tone,
      what: `Led to a state that is ${tone}`,
      actor: person(`person_${order}`),
      detail: order % 2 ? 'A reason.' : undefined,
    })),
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
