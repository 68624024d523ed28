import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { LoadingIndicator } from './LoadingIndicator'

const meta = {
  title: 'Design System/Components/LoadingIndicator',
  component: LoadingIndicator,
  args: { label: 'Loading users' },
  parameters: {
    docs: {
      description: {
        component: `One spinner in the middle of its place, seen after 150 ms; where nothing may move, its word.

**Do** say what loads. **Don't** use it for what has a shape already (skeletons), for how much is done (Progress), or more than once in a view.`,
      },
    },
  },
} satisfies Meta<typeof LoadingIndicator>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading users')
    await waitFor(() => expect(canvas.getByRole('status').querySelector('svg')).toBeVisible())
  },
}
export const WithoutALabel: Story = {
  args: { label: undefined },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Loading')
  },
}
export const InACard: Story = {
  decorators: [
    (Story) => (
      <div style={{ height: 320, border: '1px solid' }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas }) => {
    const spinner = canvas.getByRole('status').getBoundingClientRect()
    const card = canvas.getByRole('status').parentElement!.parentElement!.getBoundingClientRect()
    await expect(Math.abs(spinner.top + spinner.height / 2 - card.top - card.height / 2)).toBeLessThan(2)
  },
}
export const BadInput: Story = {
  args: { label: `Loading ${'Bartholomew '.repeat(17)} محمد 🎉` },
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
}
export const Matrix: Story = {}
export const Dark: Story = { globals: { theme: 'dark' } }
