import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { TextLink } from './TextLink'

const meta = {
  title: 'Design System/Primitives/TextLink',
  component: TextLink,
  args: {
    children: 'Open withdrawal',
    href: '#withdrawal',
    onClick: fn((event: React.MouseEvent) => event.preventDefault()),
  },
  parameters: guide(
    'A link in text or alone. With a router: `<TextLink as={Link} to="/users">`.',
    [
      'Name its target: "Open withdrawal", "Go to Home".',
      'Set `data-quiet` in rows, where the text keeps its own colour until hover.',
    ],
    ['Use it for an action: use a `Button`.', 'Write "click here".'],
  ),
} satisfies Meta<typeof TextLink>
export default meta
type Story = StoryObj<typeof meta>

export const Alone: Story = {
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('link', { name: 'Open withdrawal' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onClick).toHaveBeenCalledOnce()
  },
}
/** Underlined in a sentence, because colour alone would not distinguish it from the text. */
export const InASentence: Story = {
  render: (args) => (
    <p>
      The payout waits for a second person. <TextLink {...args} /> to see who approved first.
    </p>
  ),
  play: async ({ canvas }) => {
    await expect(getComputedStyle(canvas.getByRole('link')).textDecorationLine).toBe('underline')
  },
}
export const Quiet: Story = {
  args: { children: 'Elena Vasquez', ...{ 'data-quiet': '' } },
  play: async ({ canvas, canvasElement }) => {
    await expect(getComputedStyle(canvas.getByRole('link')).color).toBe(getComputedStyle(canvasElement).color)
  },
}
export const Matrix: Story = {
  render: () => (
    <MatrixGrid
      columns={['alone', 'quiet', 'in a sentence']}
      rows={[
        {
          name: 'TextLink',
          cells: [
            <TextLink key="a" href="#a">
              Open withdrawal
            </TextLink>,
            <TextLink key="b" href="#b" data-quiet="">
              Elena Vasquez
            </TextLink>,
            <p key="c">
              See <TextLink href="#c">the rules</TextLink> first.
            </p>,
          ],
        },
      ]}
    />
  ),
}
export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
