import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { useState } from 'react'
import { Tabs } from './Tabs'

const ITEMS = [{ key: 'all', label: 'All', count: 48216 }, { key: 'review', label: 'In review', count: 12 }, { key: 'held', label: 'Held', count: 0 }]

const meta = {
  title: 'Design System/Components/Tabs',
  component: Tabs,
  args: { label: 'Views', items: ITEMS, selected: 'all', onSelect: fn() },
} satisfies Meta<typeof Tabs>
export default meta
type Story = StoryObj<typeof meta>

export const Switches: Story = {
  render: function Live(args) {
    const [selected, setSelected] = useState(args.selected)
    return (
      <>
        <Tabs {...args} selected={selected} onSelect={(key) => { setSelected(key); args.onSelect(key) }} panelId="panel" />
        <div id="panel" role="tabpanel">{selected}</div>
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
  args: { items: ITEMS.map((item) => ({ ...item, href: `#${item.key}` })), onSelect: fn((_key, event) => event?.preventDefault()) },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('link', { current: 'page' })).toHaveTextContent('All')
    await userEvent.click(canvas.getByRole('link', { name: /In review/ }))
    await expect(args.onSelect).toHaveBeenCalledOnce()
  },
}
