import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { withMedia } from '@tests/kit/emulate-media'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Skeleton } from './Skeleton'

const meta = {
  title: 'Design System/Primitives/Skeleton',
  component: Skeleton,
  args: { width: 160 },
  parameters: guide(
    'A placeholder for loading content, in its real size. It appears after 150 ms, so that fast responses do not flicker.',
    [
      'Show as many as there will be lines, with the height of the real rows.',
      'Announce once for all of them what is loading, with `aria-busy` or a hidden status.',
    ],
    [
      'Use it for content without a known shape: use `LoadingIndicator`.',
      'Put text into it: it is hidden from screen readers.',
    ],
  ),
} satisfies Meta<typeof Skeleton>
export default meta
type Story = StoryObj<typeof meta>

const bone = (root: HTMLElement) => root.querySelector<HTMLElement>('span[aria-hidden=true]')!

export const Line: Story = {
  play: async ({ canvasElement }) => {
    await expect(bone(canvasElement).getBoundingClientRect().width).toBe(160)
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
    await expect(getComputedStyle(bone(canvasElement)).animationName.split(',')).toHaveLength(isStill ? 1 : 2)
  },
}
export const Round: Story = { args: { round: true, width: 32, height: 32 } }
/** With reduced motion it is static. */
export const WhenMotionIsUnwanted: Story = {
  beforeEach: withMedia({ reducedMotion: 'reduce' }),
  play: async ({ canvasElement }) => {
    if (!window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    await expect(getComputedStyle(bone(canvasElement)).animationName.split(',')).toHaveLength(1)
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['short', 'long', 'high', 'round']}
      rows={[
        {
          name: 'Skeleton',
          cells: [
            <Skeleton key="a" width={60} />,
            <Skeleton key="b" width={200} />,
            <Skeleton key="c" width={120} height={40} />,
            <Skeleton key="d" width={32} height={32} round />,
          ],
        },
      ]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
