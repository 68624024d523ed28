import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Progress } from './Progress'

const meta = {
  title: 'Design System/Components/Progress',
  component: Progress,
  args: { label: 'Export of users', value: 1204, max: 25_000, numbers: '1,204 of 25,000' },
  decorators: [
    (Story) => (
      <div style={{ maxWidth: 360 }}>
        <Story />
      </div>
    ),
  ],
  parameters: {
    docs: {
      description: {
        component: `How much of something is done, or filled. The words beside the bar carry the news; the bar is for the glance.

**Do** give \`numbers\` with their unit where there are any; leave \`value\` out where nobody knows how far, and give it as soon as somebody does. Let the end say itself: tone \`success\` and a word, or \`danger\` and what happened.

**Don't** use it for what takes less than a second, for a whole page (skeletons), or for one button (busy). Don't let it go backwards. Don't change \`tone\` without a word in \`detail\` or \`numbers\`: a hue alone says nothing.`,
      },
    },
  },
} satisfies Meta<typeof Progress>
export default meta
type Story = StoryObj<typeof meta>

export const UnderWay: Story = {
  args: { detail: 'About 2 minutes left' },
  play: async ({ canvas }) => {
    const bar = canvas.getByRole('progressbar', { name: 'Export of users' })
    await expect(bar).toHaveAttribute('aria-valuenow', '4')
    await expect(bar).toHaveAttribute('aria-valuetext', '1,204 of 25,000')
    await expect(bar).toHaveAccessibleDescription('About 2 minutes left')
  },
}
export const PerCent: Story = {
  args: { label: 'Wagered', value: 999, max: 1000, numbers: undefined },
  play: async ({ canvas }) => {
    // Not complete: 99, not 100.
    await expect(canvas.getByText('99 %')).toBeVisible()
  },
}
export const NobodyKnowsHowFar: Story = {
  args: { value: undefined, numbers: undefined, label: 'Export of users', detail: 'Counting the rows' },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow')
    await expect(canvas.queryByText(/%/)).not.toBeInTheDocument()
  },
}
export const Done: Story = {
  args: {
    value: 25_000,
    numbers: '25,000 of 25,000',
    tone: 'success',
    detail: 'Ready to be fetched until 28 Nov 2026',
  },
}
export const Stopped: Story = {
  args: { tone: 'danger', detail: 'Stopped: the connection was lost. What was written is kept.' },
}
export const InAList: Story = {
  args: { label: 'Wagered', labelHidden: true, size: 'list', value: 62, max: 100, numbers: undefined },
}

export const BadInput: Story = {
  globals: { viewport: { value: 'narrowest' } },
  render: () => (
    <div style={{ display: 'grid', gap: 16 }}>
      <Progress
        label={'Bartholomew '.repeat(17).trim()}
        value={50}
        numbers="123,456,789,012.00 of 999,999,999,999.00 USD"
      />
      <Progress label="محمد بن عبد الله 🎉" value={30} dir="rtl" detail="من اليمين إلى اليسار" />
      <Progress label="More than all" value={140} />
      <Progress label="Less than nothing" value={-5} />
      <Progress label="Of nothing" value={0} max={0} />
      <Progress label="No number" value={Number.NaN} />
    </div>
  ),
  play: async ({ canvas }) => {
    const now = (name: string) => canvas.getByRole('progressbar', { name }).getAttribute('aria-valuenow')
    await expect([now('More than all'), now('Less than nothing'), now('Of nothing'), now('No number')]).toEqual([
      '100',
      '0',
      '0',
      '0',
    ])
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 20 }}>
      <Progress
        label="Export of users"
        value={1204}
        max={25_000}
        numbers="1,204 of 25,000"
        detail="About 2 minutes left"
      />
      <Progress label="Paying out" tone="info" value={40} />
      <Progress
        label="Second approvals"
        tone="violet"
        value={1}
        max={2}
        numbers="1 of 2"
        detail="Waits for another person"
      />
      <Progress label="Storage" tone="warning" value={91} detail="Nearly full" />
      <Progress label="Export of users" tone="success" value={100} detail="Ready to be fetched until 28 Nov 2026" />
      <Progress
        label="Export of users"
        tone="danger"
        value={62}
        detail="Stopped: the connection was lost. What was written is kept."
      />
      <Progress label="Export of users" detail="Counting the rows" />
      <Progress label="Wagered" labelHidden size="list" value={62} />
      <Progress label="Nothing yet" value={0} />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
