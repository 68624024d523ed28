import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { VisuallyHidden } from './VisuallyHidden'

const meta = {
  title: 'Design System/Primitives/VisuallyHidden',
  component: VisuallyHidden,
  args: { children: 'unread' },
  parameters: guide(
    'Words for screen readers only.',
    ['Add what the eye takes from the place, the colour or the form: "unread", "met", "Online".'],
    ['Hide what everybody needs.', 'Hide a control that can be focused: nobody would see where the focus is.'],
  ),
  render: (args) => (
    <p>
      3 <VisuallyHidden {...args} />
    </p>
  ),
} satisfies Meta<typeof VisuallyHidden>
export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    const words = canvas.getByText('unread')
    await expect(words.parentElement).toHaveTextContent('3 unread')
    await expect(words.getBoundingClientRect().width).toBe(1)
  },
}
