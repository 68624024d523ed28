import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test'
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
    const byId = new Map(things.map((thing) => [thing.id, thing]))
    return (
      <OrderList
        {...rest}
        things={ids.map((id) => byId.get(id)!)}
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
    .getAllByRole('listitem')
    .map((row) => row.textContent)

/** With the buttons of a line. */
export const WhenAThingIsMovedByItsButtons: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Move Live casino up' }))
    await expect(args.onReorder).toHaveBeenLastCalledWith(['2', '1', '3', '4'])
    await expect(namesIn(canvasElement)).toEqual(['1Live casino', '2Slots', '3เกมยิงปลา', '4Παιχνίδια'])
    await expect(canvas.getByRole('button', { name: 'Move Live casino up' })).toBeDisabled()
    await expect(canvas.getByRole('status')).toHaveTextContent('Live casino: place 1 of 4.')
  },
}

/** With the keyboard alone: one tab stop, arrow keys choose a line, Alt and an arrow key move it together with the focus. */
export const WhenAThingIsMovedByKeys: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Move Slots' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Alt>}{ArrowDown}{/Alt}')
    await expect(args.onReorder).toHaveBeenLastCalledWith(['1', '3', '2', '4'])
    await expect(canvas.getByRole('button', { name: 'Move Live casino' })).toHaveFocus()
    await expect(canvas.getByRole('status')).toHaveTextContent('Live casino: place 3 of 4.')
    await userEvent.keyboard('{Alt>}{Home}{/Alt}')
    await expect(args.onReorder).toHaveBeenLastCalledWith(['2', '1', '3', '4'])
  },
}

/** A position is typed: Enter moves the line there, Esc cancels; an invalid position has no effect. */
export const WhenAPlaceIsTyped: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    const place = canvas.getByRole('textbox', { name: 'Place of Slots, 1 to 4' })
    await expect(place).toHaveFocus()
    await userEvent.keyboard('0{Enter}')
    await expect(place).toHaveAttribute('aria-invalid', 'true')
    await expect(args.onReorder).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await expect(canvas.getByRole('button', { name: 'Move Slots' })).toHaveFocus()
    await userEvent.click(canvas.getByRole('button', { name: /^Place of Slots: 1/ }))
    await userEvent.keyboard('3{Enter}')
    await expect(args.onReorder).toHaveBeenLastCalledWith(['2', '3', '1', '4'])
    await expect(canvas.getByRole('button', { name: 'Move Slots' })).toHaveFocus()
    await expect(canvas.getByRole('status')).toHaveTextContent('Slots: place 3 of 4.')
  },
}

/** Dragged by its handle with the pointer; Esc cancels. */
export const WhenAThingIsDragged: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const handle = canvas.getByRole('button', { name: 'Move Slots' })
    const target = canvas.getByRole('button', { name: 'Move เกมยิงปลา' }).getBoundingClientRect()
    const { x, y } = handle.getBoundingClientRect()
    // A simulated pointer cannot be captured.
    handle.setPointerCapture = () => undefined
    const drag = async (then: () => unknown) => {
      await fireEvent.pointerDown(handle, { button: 0, clientX: x + 5, clientY: y + 5 })
      await fireEvent.pointerMove(handle, { clientX: x + 5, clientY: target.y + 5 })
      await then()
      await fireEvent.pointerUp(handle, { clientX: x + 5, clientY: target.y + 5 })
    }
    await drag(() => userEvent.keyboard('{Escape}'))
    await expect(args.onReorder).not.toHaveBeenCalled()
    await drag(() => undefined)
    await expect(args.onReorder).toHaveBeenLastCalledWith(['2', '3', '1', '4'])
  },
}

const MANY: OrderedThing[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: `thing-${index + 1}`,
  name: `Thing ${index + 1}`,
}))

/** Ten thousand lines: those near the viewport are rendered, one key reaches the end, and a position can be typed. */
export const WhenThereAreTenThousand: Story = {
  args: { things: MANY },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('listitem').length).toBeLessThan(60)
    await userEvent.tab()
    await userEvent.keyboard('{End}')
    const last = await canvas.findByRole('button', { name: 'Move Thing 10000' })
    await waitFor(() => expect(last).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await userEvent.keyboard('2{Enter}')
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Move Thing 10000' })).toHaveFocus())
    await waitFor(() => expect(canvas.getByRole('status')).toHaveTextContent('Thing 10000: place 2 of 10000.'))
    await expect((args.onReorder as ReturnType<typeof fn>).mock.lastCall![0].slice(0, 3)).toEqual([
      'thing-1',
      'thing-10000',
      'thing-2',
    ])
    await expect(canvas.getAllByRole('listitem').length).toBeLessThan(60)
  },
}
export const Narrowest: Story = { args: { things: MANY }, globals: { viewport: { value: 'narrowest' } } }
