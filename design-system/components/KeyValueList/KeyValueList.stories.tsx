import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { CircleCheck } from 'lucide-react'
import { StatusPill } from '../../primitives/StatusPill/StatusPill'
import { KeyValueList } from './KeyValueList'

const meta = {
  title: 'Design System/Components/KeyValueList',
  component: KeyValueList,
  args: {
    items: [
      { label: 'Username', value: 'marta_l' },
      {
        label: 'Status',
        value: (
          <StatusPill tone="success" icon={CircleCheck} size="list">
            Enabled
          </StatusPill>
        ),
      },
      { label: 'Store code', value: '' },
      { label: 'Role', value: null },
    ],
  },
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
        component: `The facts of a record, name beside value; above it on phones.

**Do** leave a fact in place when it is empty: the en dash says that it is. Set \`align="end"\` for amounts alone.

**Don't** use it for what is compared from row to row (a table), or for what can be changed here (fields).`,
      },
    },
  },
} satisfies Meta<typeof KeyValueList>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Username').nextElementSibling).toHaveTextContent('marta_l')
    await expect(canvas.getByText('Store code').nextElementSibling).toHaveTextContent('–')
    await expect(canvas.getByText('Role').nextElementSibling).toHaveTextContent('–')
  },
}

const AMOUNTS = [
  { label: 'Balance', value: '4,200.00 USD' },
  { label: 'Locked', value: '123,456,789,012.00 USD' },
  { label: 'Bonus', value: '0.00 USD' },
]
export const Amounts: Story = {
  args: { align: 'end', items: AMOUNTS },
  globals: { viewport: { value: 'wide' } },
  play: async ({ canvas }) => {
    const ends = AMOUNTS.map(({ value }) => getComputedStyle(canvas.getByText(value)).textAlign)
    await expect(ends).toEqual(['end', 'end', 'end'])
  },
}

/** On a phone two short facts share a line. */
export const ShortOnAPhone: Story = {
  args: { short: true, items: [...AMOUNTS, { label: 'Level', value: 'Bronze' }] },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas }) => {
    const [first, second, third] = ['Balance', 'Locked', 'Bonus'].map((label) =>
      canvas.getByText(label).getBoundingClientRect(),
    )
    await expect(second!.top).toBe(first!.top)
    await expect(third!.top).toBeGreaterThan(first!.top)
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Nothing: Story = {
  args: {
    items: [
      { label: 'First name', value: '' },
      { label: 'Last name', value: undefined },
    ],
  },
}

export const BadInput: Story = {
  args: {
    items: [
      { label: 'Name', value: 'Bartholomew '.repeat(17).trim() },
      { label: 'الاسم', value: 'محمد بن عبد الله' },
      { label: 'Nickname', value: '👩‍👩‍👧‍👦🎉' },
      { label: 'A name of a fact that is longer than anybody would give one', value: 'a'.repeat(200) },
      { label: 'Zero', value: 0 },
    ],
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async ({ canvas }) => {
    // Zero is not an empty value.
    await expect(canvas.getByText('Zero').nextElementSibling).toHaveTextContent('0')
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 24 }}>
      <KeyValueList items={meta.args.items} />
      <KeyValueList align="end" items={AMOUNTS} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
