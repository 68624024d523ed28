import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Ban, CircleArrowUp, CircleCheck, CircleDashed, Clock, ShieldAlert, UsersRound } from 'lucide-react'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { StatusPill } from './StatusPill'

const meta = {
  title: 'Design System/Primitives/StatusPill',
  component: StatusPill,
  parameters: guide(
    'A state as icon, word and hue, so that it survives greyscale and a bad monitor. Word, icon and hue come from the caller.',
    [
      'Hue by meaning: grey not started or over, amber a person must act, blue moves by itself, violet another person must act, green a good end, red a bad one.',
      'Use `list` (20 high) in rows.',
    ],
    ['Leave the word or the icon out.', 'Colour a fact that is no state: that is a `Tag`.'],
  ),
  args: { tone: 'success', icon: CircleCheck, children: 'Enabled' },
} satisfies Meta<typeof StatusPill>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Enabled').offsetHeight).toBe(22)
  },
}
export const InAList: Story = {
  args: { size: 'list' },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Enabled').offsetHeight).toBe(20)
  },
}

const ALL = [
  ['neutral', CircleDashed, 'Requested'],
  ['warning', Clock, 'In review'],
  ['info', CircleArrowUp, 'Approved'],
  ['violet', UsersRound, 'Needs 2nd approval'],
  ['success', CircleCheck, 'Paid'],
  ['danger', Ban, 'Disabled'],
] as const

export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['default', 'list', 'solid']}
      rows={ALL.map(([tone, icon, word]) => ({
        name: tone,
        cells: [
          <StatusPill key="a" tone={tone} icon={icon}>
            {word}
          </StatusPill>,
          <StatusPill key="b" tone={tone} icon={icon} size="list">
            {word}
          </StatusPill>,
          <StatusPill key="c" tone={tone} icon={ShieldAlert} solid>
            Critical
          </StatusPill>,
        ],
      }))}
    />
  ),
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
