import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, waitFor } from '@storybook/test'
import { useState } from 'react'
import { lazyDrawing, type DrawingProps } from './ChartDrawing'

type Loader = Parameters<typeof lazyDrawing>[0]

/** A separate lazy drawing for each mount, because the real one is loaded once for all stories. */
function Drawing({ load, ...props }: DrawingProps & { load: Loader }) {
  const [Lazy] = useState(() => lazyDrawing(load))
  return <Lazy {...props} />
}

let attempts = 0
const meta = {
  title: 'Design System/Components/ChartDrawing',
  component: Drawing,
  args: {
    kind: 'donut',
    series: [3, 2, 1],
    options: {},
    height: 160,
    load: (): ReturnType<Loader> => import('./ApexDrawing'),
  },
} satisfies Meta<typeof Drawing>
export default meta
type Story = StoryObj<typeof meta>

/** Its code cannot be loaded the first time, as after an update of the server. */
export const WhenItsCodeCannotBeLoaded: Story = {
  args: { load: () => (attempts++ === 0 ? Promise.reject(new Error('Failed to fetch')) : import('./ApexDrawing')) },
  beforeEach: () => {
    attempts = 0
  },
  play: async ({ canvas, canvasElement, userEvent }) => {
    await expect(await canvas.findByRole('alert')).toHaveTextContent('The drawing could not be loaded')
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(canvasElement.querySelectorAll('.apexcharts-pie-area')).toHaveLength(3))
  },
}
/** Its space is reserved while it loads. */
export const WhileItsCodeLoads: Story = {
  args: { load: () => new Promise(() => undefined) },
  play: async ({ canvasElement }) => expect(canvasElement.firstElementChild!.getBoundingClientRect().height).toBe(160),
}
