import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, waitFor } from '@storybook/test'
import { guide } from '../../foundations/guide.story-kit'
import { Button } from '../../primitives/Button/Button'
import { KeyValueList } from '../KeyValueList/KeyValueList'
import { Drawer } from './Drawer'

const meta = {
  title: 'Design System/Components/Drawer',
  component: Drawer,
  args: {
    title: 'Marta Lindqvist',
    onClose: fn(),
    onPrevious: null,
    onNext: fn(),
    children: (
      <KeyValueList
        items={[
          { label: 'Username', value: 'marta_l' },
          { label: 'Role', value: 'SUPER_ADMIN' },
          { label: 'Store code', value: '' },
        ]}
      />
    ),
    footer: (
      <>
        <Button>Reset password</Button>
        <Button variant="primary">Edit</Button>
      </>
    ),
  },
  parameters: {
    layout: 'fullscreen',
    ...guide(
      'Shows one row of a list at a time: beside the list from 1280 px, over the page below that, a full sheet on phones.',
      [
        'Put the actions into the footer, which is always visible.',
        'Provide previous and next, so that nobody has to return to the list between two rows.',
      ],
      ['Ask a question in it: use a `Modal`.', 'Open a second one over it.'],
      560,
    ),
  },
  render: (args) => (
    <div style={{ display: 'flex', height: '100vh' }}>
      <p style={{ flex: 1, padding: 24 }}>The list.</p>
      <Drawer {...args} />
    </div>
  ),
} satisfies Meta<typeof Drawer>
export default meta
type Story = StoryObj<typeof meta>

export const Docked: Story = {
  globals: { viewport: { value: 'wide' } },
  play: async ({ args, userEvent, canvas }) => {
    const drawer = canvas.getByRole('complementary', { name: 'Marta Lindqvist' })
    await expect(drawer.getBoundingClientRect().width).toBe(484)
    await expect(canvas.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    await expect(args.onNext).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalledOnce()
  },
}

export const OverThePage: Story = {
  globals: { viewport: { value: 'medium' } },
  play: async ({ args, userEvent }) => {
    const drawer = await screen.findByRole('dialog', { name: 'Marta Lindqvist' })
    await waitFor(() => expect(drawer).toBeVisible())
    await userEvent.keyboard('{Escape}')
    await expect(args.onClose).toHaveBeenCalled()
  },
}

/** Only text: no actions, no buttons for the neighbouring rows. */
export const WithoutVerbs: Story = {
  args: { footer: undefined, onPrevious: undefined, onNext: undefined },
  globals: { viewport: { value: 'wide' } },
  play: async ({ canvas }) => {
    await expect(canvas.getAllByRole('button')).toHaveLength(1)
    await expect(canvas.queryByRole('contentinfo')).not.toBeInTheDocument()
  },
}

/** The footer stays visible, however long the body is. */
export const WhenItIsLong: Story = {
  args: {
    children: (
      <KeyValueList
        items={Array.from({ length: 60 }, (_, at) => ({ label: `Fact ${at + 1}`, value: `Value ${at + 1}` }))}
      />
    ),
  },
  globals: { viewport: { value: 'wide' } },
  play: async ({ canvas }) => {
    const foot = canvas.getByRole('button', { name: 'Edit' }).getBoundingClientRect()
    await expect(foot.bottom).toBeLessThanOrEqual(window.innerHeight)
  },
}

export const Matrix: Story = { globals: { viewport: { value: 'wide' } } }
export const Dark: Story = { ...Matrix, globals: { theme: 'dark', viewport: { value: 'wide' } } }

export const Phone: Story = {
  globals: { viewport: { value: 'narrowest' } },
  play: async () => {
    await expect((await screen.findByRole('dialog')).getBoundingClientRect().width).toBe(window.innerWidth)
  },
}
