import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { Figures } from './Figures'

const meta = {
  title: 'Design System/Components/Figures',
  component: Figures,
  parameters: guide(
    'The key figures of a record in one strip under its name.',
    ['Show at most five, each with its unit.', 'Leave out a figure without a value.'],
    ['Repeat a figure in a card below.', 'Use it for texts that are longer than a few words.'],
  ),
  args: {
    items: [
      { label: 'Cash balance', value: '6,184.35 USD' },
      { label: 'Bonus balance', value: '250.00 USD' },
      { label: 'Wagering', value: '20 ×' },
      { label: 'Expires after', value: '14 days' },
      { label: 'Last active', value: '28 Nov 2026, 21:11' },
    ],
  },
} satisfies Meta<typeof Figures>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Wagering').nextElementSibling).toHaveTextContent('20 ×')
  },
}
export const One: Story = { args: { items: [{ label: 'Games', value: '0' }] } }
export const BadInput: Story = {
  args: {
    items: [
      { label: 'A name of a figure that is longer than anybody would give one', value: '9,999,999,999.99 USD' },
      { label: 'الرصيد', value: 'محمد بن عبد الله' },
      { label: 'Rate', value: '0.000000012345678901 WBTC' },
      { label: 'Word', value: 'a'.repeat(80) },
    ],
  },
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const Matrix: Story = {
  render: ({ items }) => (
    <div style={{ display: 'grid', gap: 24 }}>
      <Figures items={items} />
      <Figures items={items.slice(0, 2)} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
export const Narrowest: Story = { ...Matrix, globals: { viewport: { value: 'narrowest' } } }
