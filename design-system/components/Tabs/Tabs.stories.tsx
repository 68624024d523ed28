import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, waitFor } from '@storybook/test'
import { expectNoSidewaysScroll } from '@tests/kit/layout-checks'
import { NotebookPen, Users } from 'lucide-react'
import { useState } from 'react'
import { guide } from '../../foundations/guide.story-kit'
import { Tabs } from './Tabs'

const ITEMS = [
  { key: 'all', label: 'All', count: 48216 },
  { key: 'review', label: 'In review', count: 12 },
  { key: 'held', label: 'Held', count: 0 },
]

const meta = {
  title: 'Design System/Components/Tabs',
  component: Tabs,
  parameters: guide(
    'Views side by side: links to separate pages, or tabs of one panel (arrows, Home, End).',
    ['Pass `href` wherever a view has an address.', 'Show live counts in full.'],
    ['Wrap them into two lines: the strip scrolls.', 'Nest tabs in tabs.'],
  ),
  args: { label: 'Views', items: ITEMS, selected: 'all', onSelect: fn() },
} satisfies Meta<typeof Tabs>
export default meta
type Story = StoryObj<typeof meta>

export const Switches: Story = {
  render: function Live(args) {
    const [selected, setSelected] = useState(args.selected)
    return (
      <>
        <Tabs
          {...args}
          selected={selected}
          onSelect={(key) => {
            setSelected(key)
            args.onSelect(key)
          }}
          panelId="panel"
        />
        <div id="panel" role="tabpanel">
          {selected}
        </div>
      </>
    )
  },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect(args.onSelect).toHaveBeenLastCalledWith('review')
    await expect(canvas.getByRole('tab', { name: /In review/ })).toHaveFocus()
    await userEvent.keyboard('{End}')
    await expect(canvas.getByRole('tab', { name: 'Held', selected: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('tab', { name: /All/ })).toHaveFocus()
  },
}

export const Links: Story = {
  args: {
    items: ITEMS.map((item) => ({ ...item, href: `#${item.key}` })),
    onSelect: fn((_key, event) => event?.preventDefault()),
  },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('link', { current: 'page' })).toHaveTextContent('All')
    await userEvent.click(canvas.getByRole('link', { name: /In review/ }))
    await expect(args.onSelect).toHaveBeenCalledOnce()
  },
}

export const WithIcons: Story = {
  args: {
    items: [
      { key: 'all', label: 'Overview', icon: Users },
      { key: 'review', label: 'Notes', icon: NotebookPen, count: 3 },
    ],
  },
}

/** Counts are shown in full, because people work through them. */
export const WithCounts: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('tab', { name: /All/ })).toHaveTextContent('All48,216')
  },
}

/** The strip scrolls, and the keyboard brings the selected tab into view. */
export const WhenNarrow: Story = {
  args: {
    items: Array.from({ length: 12 }, (_, at) => ({
      key: at === 0 ? 'all' : `view-${at}`,
      label: `View number ${at + 1}`,
      count: at * 1000,
    })),
  },
  globals: { viewport: { value: 'narrowest' } },
  render: Switches.render,
  play: async ({ canvas, userEvent }) => {
    expectNoSidewaysScroll()
    await userEvent.tab()
    await userEvent.keyboard('{End}')
    const last = canvas.getByRole('tab', { name: /number 12/, selected: true })
    await waitFor(() => expect(last.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth + 1))
  },
}

export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 24 }}>
      <Tabs label="Views" items={ITEMS} selected="all" onSelect={() => undefined} />
      <Tabs
        label="Views as links"
        items={ITEMS.map((item) => ({ ...item, href: `#${item.key}` }))}
        selected="review"
        onSelect={() => undefined}
      />
      <Tabs
        label="With icons"
        {...WithIcons.args}
        items={WithIcons.args!.items!}
        selected="review"
        onSelect={() => undefined}
      />
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
