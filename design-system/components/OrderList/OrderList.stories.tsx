import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import { OrderList, type OrderedThing } from './OrderList'

const THINGS: OrderedThing[] = [
  { id: '1', name: 'Slots' },
  { id: '2', name: 'Live casino' },
  { id: '3', name: 'เกมยิงปลา' },
  { id: '4', name: 'Παιχνίδια', muted: true },
]

const meta = {
  title: 'Design System/Components/OrderList',
  component: OrderList,
  args: { label: 'Order of the categories', things: THINGS, onReorder: fn() },
  render: function Ordered({ things, onReorder, ...rest }) {
    const [ids, setIds] = useState(things.map(({ id }) => id))
    return (
      <OrderList
        {...rest}
        things={ids.map((id) => things.find((thing) => thing.id === id)!)}
        onReorder={(next) => {
          setIds(next)
          onReorder(next)
        }}
      />
    )
  },
} satisfies Meta<typeof OrderList>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}
export const Disabled: Story = { args: { disabled: true } }

const namesIn = (canvasElement: HTMLElement) =>
  within(canvasElement)
    .getAllByRole('row')
    .map((row) => row.textContent)

/** With the buttons of a line. */
export const WhenAThingIsMovedByItsButtons: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Move Live casino up' }))
    await expect(args.onReorder).toHaveBeenLastCalledWith(['2', '1', '3', '4'])
    await expect(namesIn(canvasElement)).toEqual(['1Live casino', '2Slots', '3เกมยิงปลา', '4Παιχνίδια'])
    await expect(canvas.getByRole('button', { name: 'Move Live casino up' })).toBeDisabled()
  },
}

/** With the keyboard alone: the handle picks the line up, arrow keys choose the place, Enter drops it. */
export const WhenAThingIsMovedByKeys: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('button', { name: 'Move Slots' }).focus()
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    await expect(args.onReorder).toHaveBeenCalled()
    await expect(namesIn(canvasElement)[0]).not.toBe('1Slots')
  },
}
