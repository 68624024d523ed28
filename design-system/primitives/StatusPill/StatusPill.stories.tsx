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
    'A state as icon, text and hue, so that it is recognisable in greyscale and on a bad monitor. Text, icon and hue come from the caller.',
    [
      'Choose the hue by meaning. Grey: not started or over; amber: the person must act; blue: proceeds automatically; violet: another person must act; green: a good end; red: a bad end.',
      'Use `list` (20 high) in rows.',
    ],
    ['Leave the text or the icon out.', 'Colour a fact that is not a state: use a `Tag`.'],
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
