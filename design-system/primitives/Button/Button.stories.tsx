import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from '@storybook/test'
import { seen } from '@tests/kit/seen'
import { Plus } from 'lucide-react'
import type { FormEventHandler } from 'react'
import { guide } from '../../foundations/guide.story-kit'
import { MatrixGrid } from '../../foundations/Matrix/Matrix'
import { Button, type ButtonVariant } from './Button'

const meta = {
  title: 'Design System/Primitives/Button',
  component: Button,
  parameters: guide(
    'A button labelled with a verb and its object. It keeps its width while it is busy, and explains why it is disabled.',
    [
      'Name the action and its object: "Approve 4,200.00 USD", "Add user".',
      'Use one primary button per view.',
      'Pass `disabledReason`: the button can still be focused, and its tooltip shows the reason.',
    ],
    [
      'Disable without a reason; hide actions that the role may never perform.',
      'Give Approve and Reject the same style: Reject is an outline.',
    ],
  ),
  args: { children: 'Save', onClick: fn() },
} satisfies Meta<typeof Button>
export default meta
type Story = StoryObj<typeof meta>

const VARIANTS: [ButtonVariant, string][] = [
  ['primary', 'Save'],
  ['secondary', 'Back'],
  ['ghost', 'Clear'],
  ['danger', 'Reject'],
  ['dangerOutline', 'Reject'],
]

export const Primary: Story = {
  args: { variant: 'primary' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('button', { name: 'Save' })).toHaveFocus()
    await userEvent.keyboard('{Enter} ')
    await expect(args.onClick).toHaveBeenCalledTimes(2)
  },
}

export const Busy: Story = {
  args: { variant: 'primary', busy: true, children: 'Approve 4,200.00 USD' },
  play: async ({ args, canvas, userEvent }) => {
    const button = canvas.getByRole('button', { name: 'Loading...' })
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(button)
    await expect(args.onClick).not.toHaveBeenCalled()
  },
}

export const WhenBusyItKeepsItsWidth: Story = {
  args: { variant: 'primary' },
  render: (args) => (
    <div>
      <Button {...args} busy={false} />
      <Button {...args} busy />
    </div>
  ),
  play: async ({ canvas }) => {
    await document.fonts.ready
    const [resting, busy] = canvas.getAllByRole('button') as [HTMLElement, HTMLElement]
    await expect(busy.offsetWidth).toBe(resting.offsetWidth)
  },
}

export const WhenBusyItSendsNoForm: Story = {
  args: { type: 'submit', busy: true, onSubmit: fn((event) => event.preventDefault()) },
  render: ({ onSubmit, ...args }) => (
    <form onSubmit={onSubmit as unknown as FormEventHandler}>
      <Button {...args} />
      <Button {...args} busy={false}>
        Send
      </Button>
    </form>
  ),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Loading...' }))
    await expect(args.onSubmit).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await expect(args.onSubmit).toHaveBeenCalledOnce()
  },
}

export const DisabledWithReason: Story = {
  args: { disabledReason: 'You are offline. Nothing can be saved.' },
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.tab()
    const button = canvas.getByRole('button', { name: 'Save' })
    await expect(button).toHaveFocus()
    await expect(button).toHaveAccessibleDescription('You are offline. Nothing can be saved.')
    await seen(canvas.findByRole('tooltip'))
    await userEvent.keyboard('{Enter}')
    await expect(args.onClick).not.toHaveBeenCalled()
  },
}

export const WithIcon: Story = { args: { variant: 'primary', icon: Plus, children: 'Add user' } }

/** At 320 px a long label wraps instead of overflowing. */
export const WhenNarrow: Story = {
  args: { variant: 'primary', children: 'Approve the withdrawal of 1,004,200.00 USD to the account ending in 4431' },
  globals: { viewport: { value: 'narrowest' } },
  decorators: [
    (Story) => (
      <div style={{ width: 288 }}>
        <Story />
      </div>
    ),
  ],
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button').offsetWidth).toBeLessThanOrEqual(288)
  },
}

export const Matrix: Story = {
  render: () => (
    <>
      <MatrixGrid
        columns={['rest', 'busy', 'with a reason', 'disabled', 'icon']}
        rows={VARIANTS.map(([variant, word]) => ({
          name: variant,
          cells: [
            <Button key="rest" variant={variant}>
              {word}
            </Button>,
            <Button key="busy" variant={variant} busy>
              {word}
            </Button>,
            <Button key="reason" variant={variant} disabledReason="Not before the shift starts.">
              {word}
            </Button>,
            <Button key="disabled" variant={variant} disabled>
              {word}
            </Button>,
            <Button key="icon" variant={variant} icon={Plus}>
              {word}
            </Button>,
          ],
        }))}
      />
      <MatrixGrid
        columns={['small', 'default', 'large']}
        rows={[
          {
            name: 'sizes',
            cells: [
              <Button key="s" variant="primary" size="small">
                Small 28
              </Button>,
              <Button key="d" variant="primary">
                Default 32
              </Button>,
              <Button key="l" variant="primary" size="large">
                Large 40
              </Button>,
            ],
          },
        ]}
      />
    </>
  ),
}

export const Dark: Story = { ...Matrix, globals: { theme: 'dark' } }
