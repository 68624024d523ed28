import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { LongList, type LongListProps } from './LongList'

interface Thing {
  id: string
  name: string
}
const things = (count: number): Thing[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name:
      index % 7 === 0
        ? `Number ${index + 1}, whose name is so long that it takes several lines of the list `
        : `Number ${index + 1}`,
  }))

const meta = {
  title: 'Design System/Components/LongList',
  component: LongList as (props: LongListProps<Thing>) => React.ReactNode,
  args: { label: 'Numbers', items: things(3), keyOf: ({ id }) => id, children: ({ name }) => name },
} satisfies Meta<(props: LongListProps<Thing>) => React.ReactNode>
export default meta
type Story = StoryObj<typeof meta>

export const Short: Story = {}

/** Ten thousand lines: only those near the viewport are rendered, with their positions for screen readers. */
export const Long: Story = {
  args: { items: things(10_000) },
  play: async ({ canvas, userEvent }) => {
    const list = canvas.getByRole('list', { name: 'Numbers' })
    await expect(canvas.getAllByRole('listitem').length).toBeLessThan(200)
    await userEvent.tab()
    await expect(list).toHaveFocus()
    list.scrollTop = list.scrollHeight
    const last = await canvas.findByText('Number 10000')
    await expect(last).toHaveAttribute('aria-posinset', '10000')
    await waitFor(() => expect(canvas.getAllByRole('listitem').length).toBeLessThan(200))
    await waitFor(() => expect(canvas.queryByText('Number 2')).toBeNull())
  },
}
export const Dark: Story = { globals: { theme: 'dark' } }
