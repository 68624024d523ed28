import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { Button } from '../../primitives/Button/Button'
import type { Tone } from '../../tokens/tokens'
import { Banner } from './Banner'

const meta = {
  title: 'Design System/Components/Banner',
  component: Banner,
  args: { tone: 'danger', children: 'priya_r decided first: approved at 14:31. Nothing was sent.' },
} satisfies Meta<typeof Banner>
export default meta
type Story = StoryObj<typeof meta>

export const Danger: Story = { play: async ({ canvas }) => { await expect(canvas.getByRole('alert')).toHaveTextContent('Nothing was sent') } }
export const WithAction: Story = { args: { tone: 'warning', children: 'The list was cut short.', action: <Button size="small">Load the rest</Button> } }
const TONES: Tone[] = ['neutral', 'info', 'success', 'warning', 'danger', 'violet']
export const Matrix: Story = {
  render: () => (
    <div style={{ display: 'grid', gap: 10, maxWidth: 480 }}>
      {TONES.map((tone) => <Banner key={tone} tone={tone}>Only people of your store are listed.</Banner>)}
      {TONES.map((tone) => <Banner key={tone} tone={tone} action={<Button size="small">Try again</Button>}>Amara changed this ticket while you wrote. Your draft is kept.</Banner>)}
    </div>
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
