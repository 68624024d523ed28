import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { ChartDrawing } from './ChartDrawing'

let attempts = 0
const meta = {
  title: 'Design System/Components/ChartDrawing',
  component: ChartDrawing,
  args: { kind: 'donut', series: [3, 2, 1], options: {}, height: 160 },
} satisfies Meta<typeof ChartDrawing>
export default meta
type Story = StoryObj<typeof meta>

/** The first time its code cannot be fetched, as after an update of the server. */
export const WhenItsCodeCannotBeLoaded: Story = {
  args: { load: () => (attempts++ === 0 ? Promise.reject(new Error('Failed to fetch')) : import('./ApexDrawing')) },
  beforeEach: () => {
    attempts = 0
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('The drawing could not be loaded')
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvasElement.querySelectorAll('.apexcharts-pie-area')).toHaveLength(3), {
      timeout: 8000,
    })
  },
}
/** Still on its way: its room is kept. */
export const WhileItsCodeLoads: Story = {
  args: { load: () => new Promise(() => undefined) },
  play: async ({ canvasElement }) => expect(canvasElement.firstElementChild!.getBoundingClientRect().height).toBe(160),
}
