import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from '@storybook/test'
import { CircleCheck, CircleX, TriangleAlert } from 'lucide-react'
import { CheckList, type Check } from './CheckList'

const passed = (title: string, detail: string): Check => ({
  title,
  detail,
  result: 'Passed',
  tone: 'success',
  icon: CircleCheck,
})

const meta = {
  title: 'Design System/Components/CheckList',
  component: CheckList,
  args: {
    'aria-label': 'Checks',
    items: [
      passed('Identity', 'Verified'),
      {
        title: 'Account name',
        result: 'Warning',
        tone: 'warning',
        icon: TriangleAlert,
        detail: 'The payee is not Đặng Văn Minh',
      },
      passed('Wagering', 'Nothing is left to wager'),
      {
        title: 'Limits of the level',
        result: 'Failed',
        tone: 'danger',
        icon: CircleX,
        detail: 'Requested on this day: 12,400.00 USD of 10,000.00 USD',
      },
      passed('Adjustments', 'None within 7 days'),
    ],
  },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 720 }}>
        <Story />
      </div>
    ),
  ],
  parameters: {
    docs: {
      description: {
        component: `What was checked before a decision, each check with its result and a sentence.

**Do** write the sentence so that it needs no other text: what was found, with its numbers.

**Don't** use it for facts without a result (KeyValueList), or for one warning alone (Banner).`,
      },
    },
  },
} satisfies Meta<typeof CheckList>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    const items = within(canvas.getByRole('list', { name: 'Checks' })).getAllByRole('listitem')
    await expect(items.map(({ textContent }) => textContent?.split(':')[0])).toEqual([
      'Limits of the level',
      'Account name',
      'Identity',
      'Wagering',
      'Adjustments',
    ])
    await expect(items[0]).toHaveTextContent('Failed')
  },
}

export const AllPassed: Story = {
  args: { items: [passed('Identity', 'Verified'), passed('Wagering', 'Nothing is left to wager')] },
}
