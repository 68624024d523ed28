import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { VisuallyHidden } from './VisuallyHidden'

const meta = {
  title: 'Design System/Primitives/VisuallyHidden',
  component: VisuallyHidden,
  args: { children: 'unread' },
  parameters: guide(
    'Text for screen readers only.',
    ['Add information that is visible only as position, colour or shape: "unread", "met", "Online".'],
    ['Hide information that everybody needs.', 'Hide a control that can be focused: the focus would be invisible.'],
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
